// Answers from public suites, served byte by byte.
#include <filesystem>
#include <set>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "crawl/fetching.h"
#include "support/loopback_server.h"
#include "support/shared.h"

namespace pagekin::crawl {
namespace {

using nlohmann::json;
using test::answer_and_close;
using test::fetch;
using test::inside;
using test::LoopbackServer;

Fetched fetch_raw(const std::string& bytes) {
  LoopbackServer server(answer_and_close(bytes));
  return fetch(server.url());
}

// What browsers should read: a blank or tab in the reason or around and in a value.
const std::set<std::string> kProper = {"after-reason", "before-reason", "after-colon", "in-value",
                                       "after-value"};

// Cases that libcurl accepts though browsers should refuse them. None of them changes the status
// or gives the server more power than a proper answer.
const std::set<std::string> kLenient = {
    // RFC 9112, 4 allows any white space in the status line, and nothing from the malformed parts
    // is used.
    "CR_after-slash", "CR_after-dot", "CR_before-num", "CR_after-num", "CR_before-reason",
    "CR_after-reason", "HTAB_after-slash", "HTAB_after-dot", "HTAB_before-num", "HTAB_after-num",
    "SP_after-slash", "SP_after-dot", "SP_after-ver", "SP_before-num", "SP_after-num",
    "COLON_after-slash", "COLON_after-num", "COLON_before-reason", "COLON_after-reason",
    // A header of an odd name or value, kept as it is; RFC 9110, 5.5 lets a reader take a CR in
    // a value for a blank.
    "CR_after-colon", "CR_in-value", "CR_after-value", "HTAB_in-name", "HTAB_before-colon",
    "SP_in-name", "SP_before-colon", "COLON_leading", "COLON_in-name", "COLON_before-colon",
    "COLON_after-colon", "COLON_in-value", "COLON_after-value",
    // RFC 9112, 2.2 lets a reader take a LF for the end of a line; what follows an empty one is
    // the body.
    "LF_after-reason", "LF_leading", "LF_after-value"};

TEST(FetchSuites, AnswersAreParsedAsBrowsersShouldOrMoreLeniently) {
  PAGEKIN_NEEDS_SHARED();
  int cases = 0;
  for (const auto& file :
       std::filesystem::directory_iterator(test::shared_dir() / "suites/http/wpt-h1-parsing")) {
    if (file.path().extension() != ".asis") continue;
    ++cases;
    const std::string bytes = test::read_file(file.path());
    const Fetched fetched = fetch_raw(bytes);
    const std::string stem = file.path().stem();
    const std::string name = stem.substr(std::min(stem.size(), std::string("parsing_").size()));
    const std::string character = name.substr(0, name.find('_'));
    const bool proper = (character == "SP" || character == "HTAB") &&
                        kProper.contains(name.substr(character.size() + 1));
    SCOPED_TRACE(stem + ": " + fetched.detail);
    if (fetched.fault == FetchFault::kNone) {
      EXPECT_TRUE(proper || kLenient.contains(name));
      EXPECT_EQ(fetched.status, 200);
      EXPECT_TRUE(fetched.body.ends_with("Test."));
      EXPECT_FALSE(fetched.cut_short);
      for (const auto& [header, value] : fetched.headers) {
        EXPECT_EQ((header + value).find_first_of(std::string("\0\r\n", 3)), std::string::npos);
      }
    } else {
      EXPECT_FALSE(proper);
      EXPECT_EQ(fetched.fault, FetchFault::kAnswer);
      EXPECT_EQ(fetched.status, 0);
    }
  }
  EXPECT_EQ(cases, 103);
}

TEST(FetchSuites, LengthsThatContradictAreReadOrRefused) {
  PAGEKIN_NEEDS_SHARED();
  const auto folder = test::shared_dir() / "suites/http/wpt-content-length";
  const json cases = json::parse(test::read_file(folder / "content-lengths.json"));
  int as_browsers = 0;
  for (const json& one : cases) {
    const auto lines = one["input"].get<std::string>();
    SCOPED_TRACE(lines);
    const Fetched fetched =
        fetch_raw("HTTP/1.1 200 OK\r\n" + lines + "\r\n\r\n" + std::string(42, 'x'));
    if (fetched.fault != FetchFault::kNone) {
      EXPECT_EQ(fetched.fault, FetchFault::kAnswer);
      as_browsers += one["output"].is_null() ? 1 : 0;
    } else {
      EXPECT_LE(fetched.body.size(), 42u);
      as_browsers += one["output"] == fetched.body.size() ? 1 : 0;
    }
  }
  EXPECT_EQ(cases.size(), 35u);
  EXPECT_GE(as_browsers, 18);
  EXPECT_EQ(fetch_raw(test::read_file(folder / "identical-duplicates.asis")).status, 200);
}

TEST(FetchSuites, AnswersThatFuzzersFoundDoNoHarm) {
  PAGEKIN_NEEDS_SHARED();
  int cases = 0;
  for (const auto& file :
       std::filesystem::directory_iterator(test::shared_dir() / "suites/http/go-fuzz-httpresp")) {
    const std::string bytes = test::read_file(file.path());
    const Fetched fetched = fetch_raw(bytes);
    EXPECT_EQ(fetched.status == 0, fetched.fault != FetchFault::kNone) << fetched.detail;
    ++cases;
    // And cut anywhere.
    for (std::size_t i = 1; i < 6; ++i) fetch_raw(bytes.substr(0, bytes.size() * i / 6));
  }
  EXPECT_EQ(cases, 18);
}

}  // namespace
}  // namespace pagekin::crawl
