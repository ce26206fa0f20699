// The public WARC suites: generated faults with what must still be readable, and
// the test files of five other WARC libraries with what they hold.
#include <algorithm>
#include <filesystem>
#include <map>

#include <nlohmann/json.hpp>

#include "pagekin/input/read_pages.h"
#include "pagekin/input/recognise.h"
#include "pagekin/warc/warc_record.h"

#include "support/collect_pages.h"
#include "support/shared.h"

namespace pagekin::input {
namespace {

std::filesystem::path suite() { return test::shared_dir() / "suites" / "warc"; }

TEST(WarcSuite, EveryGeneratedFaultLosesNoMoreThanItself) {
  PAGEKIN_NEEDS_SHARED();
  const auto expect = nlohmann::json::parse(test::read_file(suite() / "generated" / "EXPECT.json"));
  ASSERT_GT(expect.size(), 50u);
  for (const auto& entry : expect) {
    const std::string file = entry["file"];
    SCOPED_TRACE(file + ": " + std::string(entry["note"]));
    const test::Collected got = test::collect({(suite() / "generated" / file).string()},
                                              {.verify_digests = true, .threads = 2});
    EXPECT_GE(got.pages.size(), entry["min_readable_responses"].get<std::size_t>());
    EXPECT_GE(got.incidents.size(), entry["min_errors"].get<std::size_t>());
    if (file.starts_with("ok-") || file.starts_with("version-1") || file == "digest-ok.warc.gz") {
      EXPECT_EQ(got.incidents.size(), 0u);
    }
    for (const Incident& incident : got.incidents) {
      EXPECT_FALSE(incident.detail.empty());
      EXPECT_FALSE(incident.input.empty());
    }
  }
}

// What a file holds, record by record.
struct Records final : warc::RecordHandler {
  std::vector<std::string> types;
  std::vector<std::string> uris;
  std::size_t faults = 0;

  bool wants(const warc::WarcRecord&) override { return true; }
  void record(const warc::WarcRecord& record) override {
    types.push_back(record.type);
    uris.push_back(record.target_uri);
    faults += record.fault ? 1 : 0;
  }
  void trouble(std::uint64_t, Reason, std::string) override { ++faults; }
};

Records read_records(const std::filesystem::path& path) {
  Records records;
  const auto file = open_file(path.string());
  char start[16];
  if (const auto format = compression_of({start, read_fully(*file, 0, start)})) {
    const auto members = warc::open_members(*file, *format, 1 << 24);
    std::uint64_t at = 0;
    while (members->open(at)) {
      warc::RecordReader reader(*members, {}, records);
      while (reader.at_record()) reader.read();
      if (members->status() == codec::Status::kDamaged) {
        ++records.faults;
        at = members->find(at + 1, UINT64_MAX);
        if (at == UINT64_MAX) break;
      } else {
        at = members->next_member();
      }
    }
  } else {
    const auto plain = warc::open_plain(*file);
    warc::RecordReader reader(*plain, {}, records);
    while (reader.at_record()) reader.read();
  }
  return records;
}

TEST(WarcSuite, FilesOfOtherLibrariesHoldWhatTheirTestsSay) {
  PAGEKIN_NEEDS_SHARED();
  const auto anchors = nlohmann::json::parse(test::read_file(suite() / "EXPECT-anchors.json"));
  // Expectations in words, as the number of records and the least number of faults.
  const std::map<std::string, std::pair<std::size_t, std::size_t>> in_words = {
      // Its fault is to be one member for all records, which warcio refuses and we read.
      {"warcio/example-bad.warc.gz.bad", {6, 0}},
      {"warcio/example-wget-bad-target-uri.warc.gz", {1, 0}},
      {"warcio/example-space-in-target-uri.warc.gz", {1, 0}},
      {"jwarc/cc.warc.gz", {1, 0}},
      {"jwarc/gzip_extra_sl.warc.gz", {1, 0}},
      {"fastwarc/warcfile.warc", {50, 0}},
      {"fastwarc/warcfile.warc.gz", {50, 0}},
      {"fastwarc/clipped.warc.gz", {1, 1}},
      {"jwat/invalid-warcfile-record-then-garbage.warc", {1, 1}},
      {"jwat/invalid-warcfile-duplicate-fields.warc", {1, 0}},
      {"jwat/invalid-warcfile-encoding-headers.warc.gz", {4, 0}},
      {"jwat/invalid-warcfile-digest-fields.warc", {4, 0}},
      {"jwat/invalid-warcfile-segment-number-continuation.warc", {2, 0}},
      {"jwat/invalid-warcfile-segment-number-response.warc", {2, 0}},
      {"jwat/invalid-warcfile-lonely-warcinfo-metadata.warc", {2, 2}},
      {"jwat/invalid-warcfile-lonely-request-response-resource-conversion.warc", {4, 4}},
      {"jwat/invalid-warcfile-lonely-monkeys.warc", {1, 1}},
      {"webarchive-commons/format/warc/mutliple-headers.warc", {1, 0}},
      {"webarchive-commons/resource/html/link-extraction-test.warc", {1, 0}},
  };
  for (const auto& entry : anchors["files"]) {
    const std::string file = entry["file"];
    SCOPED_TRACE(file + ": " + std::string(entry["note"]));
    const std::filesystem::path path = suite() / file;
    const auto& wanted = entry["records"];
    const bool foreign = file.ends_with(".arc") || file.ends_with(".arc.gz") ||
                         file.ends_with(".lz4") ||
                         (file.ends_with(".gz") && !file.ends_with(".warc.gz"));
    if (foreign) {
      // Not WARC: one clear message and no page, or a text page of its own.
      const test::Collected got = test::collect({path.string()});
      EXPECT_LE(got.pages.size(), 1u);
      EXPECT_GE(got.incidents.size() + got.pages.size(), 1u);
      continue;
    }
    const Records records = read_records(path);
    if (wanted.is_array()) {
      std::vector<std::string> types = wanted;
      EXPECT_EQ(records.types, types);
    } else if (const auto words = in_words.find(file); words != in_words.end()) {
      EXPECT_GE(records.types.size(), words->second.first);
      EXPECT_GE(records.faults, words->second.second);
    } else {
      ADD_FAILURE() << "no expectation for this file";
    }
  }
}

TEST(WarcSuite, TargetUrisAreUnwrappedAndTheirSpacesEscaped) {
  PAGEKIN_NEEDS_SHARED();
  const auto wget = read_records(suite() / "warcio/example-wget-bad-target-uri.warc.gz").uris;
  EXPECT_NE(std::find(wget.begin(), wget.end(), "http://example.com/"), wget.end());
  const auto space = read_records(suite() / "warcio/example-space-in-target-uri.warc.gz").uris;
  EXPECT_NE(std::find(space.begin(), space.end(), "file:///example%20with%20spaces.png"),
            space.end());
}

TEST(WarcSuite, ADigestThatDoesNotMatchIsFoundOnlyWhenAskedFor) {
  PAGEKIN_NEEDS_SHARED();
  const std::string file = (suite() / "warcio/example-digest.warc").string();
  EXPECT_EQ(test::collect({file}).incidents.size(), 0u);
  EXPECT_EQ(test::collect({file}, {.verify_digests = true, .threads = 1}).incidents.size(), 1u);
}

TEST(WarcSuite, ClippingAtEveryByteKeepsEveryCompleteMember) {
  PAGEKIN_NEEDS_SHARED();
  for (const char* const name :
       {"generated/ok-5.warc.gz", "generated/ok-5.warc", "jwarc/cc.warc.gz"}) {
    SCOPED_TRACE(name);
    const std::string whole = test::read_file(suite() / name);
    const auto pages = test::collect({(suite() / name).string()}).pages;
    const std::string clipped = (std::filesystem::temp_directory_path() /
                                 ("pagekin-clip-" + std::to_string(getpid()) + ".warc.gz"))
                                    .string();
    std::ofstream(clipped, std::ios::binary) << whole;
    std::size_t most = pages.size();
    for (std::size_t size = whole.size() - 1; size > 0; --size) {
      std::filesystem::resize_file(clipped, size);
      const test::Collected got = test::collect({clipped}, {.threads = 1});
      std::size_t complete = 0;
      while (complete < got.pages.size() && got.pages[complete].limited.empty()) ++complete;
      EXPECT_LE(complete, most) << "at byte " << size;      // fewer bytes never give more pages
      EXPECT_GE(complete + 1, most) << "at byte " << size;  // one byte loses one page at most
      EXPECT_LE(got.pages.size(), complete + 1) << "at byte " << size;
      for (std::size_t i = 0; i < complete; ++i) EXPECT_EQ(got.pages[i], pages[i]);
      most = complete;
    }
    std::filesystem::remove(clipped);
  }
}

}  // namespace
}  // namespace pagekin::input
