// The public WARC suites as pages: generated faults with what must still be readable, and
// test files of five other WARC libraries. tests/warc/suite_test.cc reads their records.
#include "support/warc_suite.h"

#include <algorithm>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "pagekin/input/read_pages.h"

#include "support/collect_pages.h"
#include "support/shared.h"

namespace pagekin::input {
namespace {

std::filesystem::path suite() { return test::warc_suite(); }

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

// Files of other formats give one clear message and no page, or a text page of their own.
TEST(WarcSuite, FilesThatAreNoArchivesAreReported) {
  PAGEKIN_NEEDS_SHARED();
  const auto anchors = nlohmann::json::parse(test::read_file(suite() / "EXPECT-anchors.json"));
  std::size_t count = 0;
  for (const auto& entry : anchors["files"]) {
    const std::string file = entry["file"];
    if (test::is_warc_name(file)) continue;
    ++count;
    SCOPED_TRACE(file);
    const test::Collected got = test::collect({(suite() / file).string()});
    EXPECT_LE(got.pages.size(), 1u);
    EXPECT_GE(got.incidents.size() + got.pages.size(), 1u);
  }
  EXPECT_GT(count, 0u);
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
