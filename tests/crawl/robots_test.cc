#include "pagekin/crawl/robots.h"

#include <chrono>
#include <filesystem>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

#include "support/shared.h"

namespace pagekin::crawl {
namespace {

using std::chrono::milliseconds;

Robots for_bot(std::string_view text) { return Robots::parse(text, "bot"); }

TEST(Robots, AnEmptyFileAllowsAll) {
  EXPECT_TRUE(for_bot("").allows("/a"));
  EXPECT_TRUE(Robots::allow_all().allows("/a"));
  EXPECT_FALSE(for_bot("User-agent: *\nDisallow: /").allows("/a"));
  EXPECT_FALSE(for_bot("User-agent: *\nDisallow: /").allows(""));
}

TEST(Robots, TheFileItselfIsAllowed) {
  EXPECT_TRUE(for_bot("User-agent: *\nDisallow: /").allows("/robots.txt"));
  EXPECT_FALSE(for_bot("User-agent: *\nDisallow: /").allows("/robots.txt.html"));
}

TEST(Robots, TheOwnGroupCountsAlone) {
  const Robots robots = for_bot("User-agent: *\nDisallow: /\nUser-agent: Bot\nDisallow: /a\n");
  EXPECT_FALSE(robots.allows("/a"));
  EXPECT_TRUE(robots.allows("/b"));
  EXPECT_TRUE(for_bot("User-agent: *\nDisallow: /\nUser-agent: bot\n").allows("/b"));
}

TEST(Robots, GroupsOfOneNameAreOne) {
  const Robots robots = for_bot(
      "User-agent: bot\nDisallow: /a\nUser-agent: x\nDisallow: /b\nUser-agent: y\n"
      "User-agent: BOT/2.0 (friendly)\nDisallow: /c");
  EXPECT_FALSE(robots.allows("/a"));
  EXPECT_TRUE(robots.allows("/b"));
  EXPECT_FALSE(robots.allows("/c"));
}

TEST(Robots, ANameIsComparedWhole) {
  EXPECT_TRUE(for_bot("User-agent: botany\nDisallow: /").allows("/"));
  EXPECT_TRUE(for_bot("User-agent: bot9\nDisallow: /").allows("/"));
  EXPECT_TRUE(for_bot("User-agent: bo\nDisallow: /").allows("/"));
  EXPECT_TRUE(Robots::parse("User-agent:\nDisallow: /", "").allows("/"));
}

TEST(Robots, TheLongestPatternDecidesAndAllowOnTies) {
  const Robots robots = for_bot(
      "User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c\nAllow: /t\nDisallow: /t\n");
  EXPECT_FALSE(robots.allows("/a/x"));
  EXPECT_TRUE(robots.allows("/a/b/x"));
  EXPECT_FALSE(robots.allows("/a/b/c"));
  EXPECT_TRUE(robots.allows("/t"));
}

TEST(Robots, LinesEndInAnyWay) {
  for (const char* text : {"User-agent: *\nDisallow: /a\nDisallow: /b",
                           "User-agent: *\r\nDisallow: /a\r\nDisallow: /b\r\n",
                           "User-agent: *\rDisallow: /a\rDisallow: /b\r",
                           "\n\r\rUser-agent: *\n\r\nDisallow: /a\n\nDisallow: /b#c"}) {
    EXPECT_FALSE(for_bot(text).allows("/a"));
    EXPECT_FALSE(for_bot(text).allows("/b"));
    EXPECT_TRUE(for_bot(text).allows("/c"));
  }
}

TEST(Robots, MarksAndZeroesAreNoText) {
  EXPECT_FALSE(for_bot("\xEF\xBB\xBFUser-agent: *\nDisallow: /").allows("/"));
  std::string utf16 = "\xFF\xFE";
  for (const char c : std::string_view("User-agent: *\nDisallow: /")) (utf16 += c) += '\0';
  EXPECT_FALSE(for_bot(utf16).allows("/"));
}

TEST(Robots, OtherLinesEndNoGroup) {
  const Robots robots = for_bot(
      "User-agent: bot\nCrawl-delay: 10\nSitemap: s\nnonsense\nUser-agent: other\nDisallow: /p");
  EXPECT_FALSE(robots.allows("/p"));
  EXPECT_EQ(robots.delay(), milliseconds(10'000));
}

TEST(Robots, AWebPageHasNoRules) {
  const Robots robots = for_bot(
      "<!DOCTYPE html><html><head><title>Not found</title></head><body>\n"
      "<p>User-agent: * Disallow: /</p>\n<a href=\"/\">Allow: all</a></body></html>");
  EXPECT_TRUE(robots.allows("/"));
  EXPECT_TRUE(robots.allows("/a?b"));
  EXPECT_TRUE(robots.sitemaps().empty());
}

TEST(Robots, IsReadUpToItsLimit) {
  std::string text = "User-agent: *\nDisallow: /first\n";
  const std::string second = "Disallow: /second\n";
  text.resize(kMaxRobotsBytes - second.size() + 1, '#');
  text[text.size() - 1] = '\n';
  text += second;
  ASSERT_EQ(text.size(), kMaxRobotsBytes + 1) << "the line end is the first byte too many";
  text += "Disallow: /third\n";
  EXPECT_FALSE(for_bot(text).allows("/first"));
  EXPECT_FALSE(for_bot(text).allows("/second"));
  EXPECT_TRUE(for_bot(text).allows("/third"));
}

TEST(Robots, ACutLineIsNoRule) {
  std::string text = "User-agent: *\n";
  text.resize(kMaxRobotsBytes - 11, '\n');
  text += "Disallow: /secret\n";  // cut behind the slash
  EXPECT_TRUE(for_bot(text).allows("/open"));
  EXPECT_TRUE(for_bot(std::string(2 * kMaxRobotsBytes, 'x')).allows("/"));
}

TEST(Robots, AQuestionHasItsLimit) {
  std::string many = "User-agent: *\n";
  std::string plain = many;
  for (int i = 0; i < 20'000; ++i) {
    many += "Disallow: /*ab" + std::to_string(i) + "\n";
    plain += "Disallow: /b" + std::to_string(i) + "\n";
  }
  EXPECT_TRUE(for_bot(many).allows("/a"));
  EXPECT_FALSE(for_bot(many).allows("/" + std::string(2000, 'a'))) << "too much to look at";
  EXPECT_TRUE(for_bot(plain).allows("/" + std::string(2000, 'a')));
}

TEST(Robots, DelaysAreReadAndCapped) {
  const auto delay = [](const std::string& value) {
    return for_bot("User-agent: *\nCrawl-delay: " + value).delay();
  };
  EXPECT_EQ(delay("5"), milliseconds(5'000));
  EXPECT_EQ(delay("0.5"), milliseconds(500));
  EXPECT_EQ(delay("10 seconds"), milliseconds(10'000));
  EXPECT_EQ(delay("3600"), milliseconds(300'000));
  EXPECT_EQ(delay("1e300"), milliseconds(300'000));
  for (const char* none : {"", "-1", "nan", "soon", "-inf"}) EXPECT_FALSE(delay(none)) << none;
  EXPECT_EQ(for_bot("User-agent: *\nCrawl-delay: 2\nCrawl-delay: 1").delay(), milliseconds(2'000));
  EXPECT_FALSE(for_bot("User-agent: *\nCrawl-delay: 2\nDisallow:\nUser-agent: bot\n").delay());
}

TEST(Robots, SitemapsAreListedOnceWhereverTheyStand) {
  const Robots robots = for_bot(
      "Sitemap: http://h/a\nUser-agent: x\nDisallow: /\nsitemap : "
      "/b\nSITEMAP:http://h/a\nSitemap:");
  EXPECT_EQ(robots.sitemaps(), (std::vector<std::string>{"http://h/a", "/b"}));
}

TEST(Robots, RulesAreAboutPathAndQuery) {
  const auto of = [](std::string_view text) {
    const auto url = url::parse(text);
    return url ? std::string(path_and_query(*url)) : "none";
  };
  EXPECT_EQ(of("http://h"), "/");
  EXPECT_EQ(of("http://u:p@h:8/a/b?c=d#e"), "/a/b?c=d");
  EXPECT_EQ(of("http://h?a"), "/?a");
  EXPECT_EQ(of("http://h/a?"), "/a?");
}

TEST(Robots, WhatAnAnswerMeans) {
  for (const int parse : {200, 204, 206, 299}) {
    EXPECT_EQ(robots_for_status(parse, 5), RobotsAnswer::kParse) << parse;
  }
  for (const int missing : {400, 401, 403, 404, 410, 429, 499, 304}) {
    EXPECT_EQ(robots_for_status(missing), RobotsAnswer::kAllowAll) << missing;
  }
  for (const int unreachable : {0, -1, 100, 500, 503, 599, 600, 999}) {
    EXPECT_EQ(robots_for_status(unreachable), RobotsAnswer::kDisallowAll) << unreachable;
  }
  for (const int redirect : {301, 302, 303, 307, 308}) {
    EXPECT_EQ(robots_for_status(redirect), RobotsAnswer::kFollow) << redirect;
    EXPECT_EQ(robots_for_status(redirect, 4), RobotsAnswer::kFollow) << redirect;
    EXPECT_EQ(robots_for_status(redirect, 5), RobotsAnswer::kAllowAll) << redirect;
  }
}

TEST(Robots, AnyBytesAreAFile) {
  Random random(25);
  const std::string_view pieces[] = {"User-agent:",
                                     "*",
                                     "bot",
                                     "\n",
                                     "\r",
                                     "Disallow:",
                                     "/",
                                     "$",
                                     "allow ",
                                     " ",
                                     "#",
                                     ":",
                                     "crawl-delay:",
                                     "1e9",
                                     "%4",
                                     "%2A",
                                     "sitemap:",
                                     "\xFF",
                                     std::string_view("\0", 1),
                                     "\xEF\xBB\xBF"};
  for (int i = 0; i < 3000; ++i) {
    std::string text;
    for (std::uint32_t left = random.below(40); left > 0; --left) {
      text += pieces[random.below(static_cast<std::uint32_t>(std::size(pieces)))];
    }
    const Robots robots = for_bot(text);
    EXPECT_TRUE(robots.allows("/robots.txt"));
    robots.allows("/a%2A?b$");
    if (robots.delay()) {
      EXPECT_LE(*robots.delay(), kMaxCrawlDelay);
    }
  }
}

Robots file(const std::string& name, std::string_view token) {
  return Robots::parse(test::read_file(test::shared_dir() / "suites/robots/crawler-commons" / name),
                       token);
}

TEST(Robots, ReadsTheFilesOfCrawlerCommons) {
  PAGEKIN_NEEDS_SHARED();
  for (const char* name :
       {"robots-with-utf8-bom.txt", "robots-with-utf16le-bom.txt", "robots-with-utf16be-bom.txt"}) {
    EXPECT_FALSE(file(name, "foobot").allows("/profile")) << name;
    EXPECT_TRUE(file(name, "foobot").allows("/open")) << name;
  }
  EXPECT_FALSE(file("directive-typos-robots.txt", "bot1").allows("/desallow/"));
  EXPECT_FALSE(file("directive-typos-robots.txt", "bot1").allows("/dissalow/"));
  EXPECT_FALSE(file("directive-typos-robots.txt", "bot2").allows("/useragent/"));
  EXPECT_FALSE(file("directive-typos-robots.txt", "bot4").allows("/useragent-no-colon/"));
  EXPECT_FALSE(file("format-errors-robots.txt", "bot1").allows("/whitespace-before-colon/"));
  EXPECT_FALSE(file("format-errors-robots.txt", "bot1").allows("/no-colon/"));
  EXPECT_FALSE(file("format-errors-robots.txt", "bot2").allows("/no-colon-useragent/"));
  EXPECT_TRUE(file("format-errors-robots.txt", "bot3").allows("/whitespace-before-colon"));
  EXPECT_FALSE(
      file("malformed-path.txt", "b").allows("/wiki/Wikipedia_talk%3Mediation_Committee/"));
  const char* merging = "crawl-delay-group-merging.txt";
  EXPECT_EQ(file(merging, "mybot").delay(), milliseconds(10'000));
  EXPECT_FALSE(file(merging, "yourbot").delay());
  EXPECT_EQ(file(merging, "anybot").delay(), milliseconds(30'000));
  EXPECT_FALSE(file(merging, "mybot").allows("/private/"));
  EXPECT_TRUE(file(merging, "mybot").allows("/login/"));
  EXPECT_FALSE(file(merging, "yourbot").allows("/login/"));
  EXPECT_EQ(file("sitemap-robots-dedup.txt", "b").sitemaps().size(), 1u);
  EXPECT_EQ(file("relative-sitemap-robots.txt", "b").sitemaps().at(0), "/sitemap.xml");
}

}  // namespace
}  // namespace pagekin::crawl
