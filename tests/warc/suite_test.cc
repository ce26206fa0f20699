// The test files of five other WARC libraries with the records that they hold.
#include <algorithm>
#include <filesystem>
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pagekin/input/recognise.h"
#include "pagekin/warc/read_record.h"

#include "support/shared.h"
#include "support/warc_suite.h"

namespace pagekin::warc {
namespace {

std::filesystem::path suite() { return test::warc_suite(); }

// The types and addresses of the records of a file.
struct Records final : RecordHandler {
  std::vector<std::string> types;
  std::vector<std::string> uris;
  std::size_t faults = 0;

  bool wants(const WarcRecord&) override { return true; }
  void record(const WarcRecord& record) override {
    types.push_back(record.type);
    uris.push_back(record.target_uri);
    faults += record.fault ? 1 : 0;
  }
  void damage(std::uint64_t, std::string) override { ++faults; }
};

Records read_records(const std::filesystem::path& path) {
  Records records;
  const auto file = open_file(path.string());
  char start[16];
  if (const auto format = input::compression_of({start, read_fully(*file, 0, start)})) {
    const auto members = open_members(*file, *format, 1 << 24);
    std::uint64_t at = 0;
    while (members->open(at)) {
      RecordReader reader(*members, {}, records);
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
    const auto plain = open_plain(*file);
    RecordReader reader(*plain, {}, records);
    while (reader.at_record()) reader.read();
  }
  return records;
}

TEST(WarcSuite, FilesOfOtherLibrariesHoldWhatTheirTestsSay) {
  PAGEKIN_NEEDS_SHARED();
  const auto anchors = nlohmann::json::parse(test::read_file(suite() / "EXPECT-anchors.json"));
  // Expectations that the suite states in words: the number of records and the least number of
  // faults.
  const std::map<std::string, std::pair<std::size_t, std::size_t>> in_words = {
      // Its fault is that all records are in one member. warcio refuses this; pagekin reads it.
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
    if (!test::is_warc_name(file)) continue;
    SCOPED_TRACE(file + ": " + std::string(entry["note"]));
    const auto& wanted = entry["records"];
    const Records records = read_records(suite() / file);
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

}  // namespace
}  // namespace pagekin::warc
