// The tables of google/robotstxt and crawler-commons, with all exceptions listed.
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pagekin/crawl/robots.h"

#include "support/shared.h"

namespace pagekin::crawl {
namespace {

using nlohmann::json;

struct Exception {
  std::string test, agent, url;
  std::string rule;  // a part of the robots.txt, if needed to distinguish two cases
  std::string reason;
  int cases = 1;
};

const char* const kUrlsAreEncoded = "a URL is compared as it is sent, that is, encoded";
const char* const kDecoded = "RFC 9309, 2.2.2: %62 is decoded before comparing";
const char* const kNotAToken = "no product token: RFC 9309 knows no names with blanks";

// 2026-11-15
const std::vector<Exception> kGoogleExceptions = {
    {"ID_Encoding", "FooBot", "http://foo.bar/foo/bar/\xE3\x83\x84", "Allow: /foo/bar/\xE3\x83\x84",
     kUrlsAreEncoded},
    {"ID_Encoding", "FooBot", "http://foo.bar/foo/bar/\xE3\x83\x84", "Allow: /foo/bar/%E3%83%84",
     kUrlsAreEncoded},
    {"ID_Encoding", "FooBot", "http://foo.bar/foo/bar/baz", "Allow: /foo/bar/%62%61%7A", kDecoded},
    {"GoogleOnly_IndexHTMLisDirectory", "foobot", "http://foo.com/allowed-slash/", "",
     "only Google takes /index.html for the folder; not doing so fetches less"},
};

const std::vector<Exception> kCrawlerCommonsExceptions = {
    {"testUnicodeUnescapedPaths", "mybot", "https://www.example.com/b%C3%BCcher/book1.html", "",
     "the file was in Latin-1, which the table does not hold"},
    {"testHtmlMarkupInRobotsTxt", "bogusbot", "http://www.domain.com/index.html", "",
     "markup in rules is not taken out"},
    {"testHeritrixCases", "Mozilla allowbot2 99.9", "http://www.domain.com/foo", "", kNotAToken},
    {"testHeritrixCases", "Mozilla denybot 99.9", "http://www.domain.com/path", "", kNotAToken},
    {"testHeritrixCases", "Mozilla denybot 99.9", "http://www.domain.com/", "", kNotAToken},
    {"testMultiWordAgentName", "Download Ninja", "http://www.domain.com/index.html", "",
     kNotAToken},
};

json robots_suite(const std::string& file) {
  return json::parse(test::read_file(test::shared_dir() / "suites/robots" / file));
}

bool is_allowed(const json& one) {
  const auto agent = one["agent"].get<std::string>();
  const auto url = url::parse(one["url"].get<std::string>());
  // A version is no part of the product token.
  const Robots robots =
      Robots::parse(one["robots"].get<std::string>(), agent.substr(0, agent.find('/')));
  return robots.allows(url ? path_and_query(*url) : "/");
}

// Returns the number of cases that are followed; all others must be listed exceptions.
int followed(const json& cases, const std::vector<Exception>& exceptions) {
  int agreed = 0;
  std::map<const Exception*, int> met;
  for (const json& one : cases) {
    if (is_allowed(one) == one["allowed"].get<bool>()) {
      ++agreed;
      continue;
    }
    const auto robots = one["robots"].get<std::string>();
    bool listed = false;
    for (const Exception& exception : exceptions) {
      if (exception.test != one["test"] || exception.agent != one["agent"] ||
          exception.url != one["url"] || robots.find(exception.rule) == robots.npos) {
        continue;
      }
      ++met[&exception];
      listed = true;
    }
    EXPECT_TRUE(listed) << one.dump().substr(0, 1000);
  }
  for (const Exception& exception : exceptions) {
    EXPECT_EQ(met[&exception], exception.cases)
        << exception.test << ' ' << exception.url << ": " << exception.reason;
  }
  return agreed;
}

TEST(RobotsSuites, FollowsGoogle) {
  PAGEKIN_NEEDS_SHARED();
  const json cases = robots_suite("google/google_robotstxt_cases.json")["cases"];
  EXPECT_EQ(cases.size(), 145u);
  EXPECT_EQ(followed(cases, kGoogleExceptions), 141);
}

TEST(RobotsSuites, FollowsCrawlerCommons) {
  PAGEKIN_NEEDS_SHARED();
  const json cases = robots_suite("crawler-commons/cases.json")["cases"];
  EXPECT_EQ(cases.size(), 229u);
  EXPECT_EQ(followed(cases, kCrawlerCommonsExceptions), 223);
}

TEST(RobotsSuites, TakesThePathOfAUrlAsGoogleDoes) {
  PAGEKIN_NEEDS_SHARED();
  int checked = 0;
  int not_urls = 0;  // no scheme: a crawler would never fetch it
  const json cases = robots_suite("google/google_robotstxt_cases.json")["path_of_url"];
  for (const json& one : cases) {
    const auto url = url::parse(one["url"].get<std::string>());
    if (!url) {
      ++not_urls;
      continue;
    }
    EXPECT_EQ(path_and_query(*url), one["path"].get<std::string>());
    ++checked;
  }
  EXPECT_EQ(checked, 6);
  EXPECT_EQ(not_urls, 13);
}

}  // namespace
}  // namespace pagekin::crawl
