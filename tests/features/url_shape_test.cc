#include "pagekin/features/url_shape.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"
#include "pagekin/features/features.h"
#include "pagekin/features/marks.h"

namespace pagekin::features {
namespace {

using Hashes = std::vector<std::uint64_t>;

std::size_t shared_words(std::string_view a, std::string_view b) {
  Hashes both;
  std::ranges::set_intersection(url_shape(a), url_shape(b), std::back_inserter(both));
  return both.size();
}

TEST(UrlShape, IsTheSameForAddressesThatDifferInNumbers) {
  EXPECT_EQ(url_shape("http://a.example/blog/2019/post-12.html?page=3"),
            url_shape("http://a.example/blog/1997/post-7.html?page=155"));
  EXPECT_NE(url_shape("http://a.example/blog/2019"), url_shape("http://a.example/blog/may"));
}

TEST(UrlShape, LeavesOutHostAndFragment) {
  EXPECT_EQ(url_shape("http://a.example/x/y?q#z"), url_shape("https://b.example:8080/x/y?q#w"));
  EXPECT_EQ(url_shape("http://a.example/x#y?z=1"), url_shape("http://a.example/x"));
  EXPECT_EQ(url_shape("http://a.example"), url_shape("http://a.example/"));
  EXPECT_EQ(url_shape("http://a.example?q=1"), url_shape("http://a.example/?q=1"));
}

TEST(UrlShape, CountsWhatItSays) {
  // Segments and extension; shapes and words of the segments; names and values.
  EXPECT_EQ(url_shape("http://a.example/").size(), 2U + 1);
  EXPECT_EQ(url_shape("http://a.example/a/bc").size(), 2U + 2 + 2);
  EXPECT_EQ(url_shape("http://a.example/blog/2019/cool-stuff.html?page=2").size(),
            2U + 2 + 2 + 4 + 2);
  EXPECT_EQ(url_shape("http://a.example/?a=1&b&c=2&&a=x").size(), 3U + 2 + 1 + 2 + 1);
  for (const std::uint64_t mark : url_shape("http://a.example/a/b.c?d=e")) {
    EXPECT_EQ(kind_of(mark), MarkKind::kUrl);
  }
}

TEST(UrlShape, CallsTheLastSegmentLast) {
  // Shared: extension, shape and word of the last segment; not the number of segments.
  EXPECT_EQ(shared_words("http://a.example/index.html", "http://a.example/x/index.html"),
            1U + 1 + 2);
  // A leading segment has another place than the last one.
  EXPECT_EQ(shared_words("http://a.example/a/b", "http://a.example/b"), 1U + 2);
  EXPECT_EQ(shared_words("http://a.example/x/y", "http://a.example/y/x"), 2U + 2);
}

TEST(UrlShape, SplitsSegmentsIntoWords) {
  const std::size_t words = url_shape("http://a.example/a-b_c,d;e+f~g!h").size() - 3;
  EXPECT_EQ(words, 8U);
  EXPECT_EQ(shared_words("http://a.example/a-b", "http://a.example/b_a"), 2U + 2);
  EXPECT_EQ(url_shape("http://a.example/-a--a-").size(), 2U + 1 + 1);
}

TEST(UrlShape, KnowsSegmentsByTheirLettersAndDigits) {
  // Only number of segments, extension and shape.
  EXPECT_EQ(shared_words("http://a.example/ab12-cd", "http://a.example/x7-yz"), 3U);
  EXPECT_EQ(shared_words("http://a.example/ab12-cd", "http://a.example/x-7yz"), 2U);
  EXPECT_EQ(shared_words("http://a.example/caf\xC3\xA9", "http://a.example/the"), 3U);
  // Twenty bytes of it.
  const std::string even = "http://a.example/" + std::string(20, '=');
  EXPECT_EQ(shared_words(even + "x", even + "==1"), 3U);
}

TEST(UrlShape, KnowsTheExtension) {
  EXPECT_EQ(shared_words("http://a.example/a/b/c.php", "http://a.example/d.php"), 1U + 1 + 1);
  EXPECT_EQ(shared_words("http://a.example/a.php", "http://a.example/b.xml"), 1U + 1);
}

TEST(UrlShape, KnowsParametersByName) {
  const std::string_view long_value = "http://a.example/?q=a-value-of-21-bytes..";
  EXPECT_EQ(url_shape(long_value).size(), 3U + 1);
  EXPECT_EQ(url_shape(long_value.substr(0, long_value.size() - 1)).size(), 3U + 2);
  EXPECT_EQ(url_shape("http://a.example/?a=1&b=2"), url_shape("http://a.example/?b=3&a=44"));
  EXPECT_EQ(shared_words("http://a.example/?a=x&b=y", "http://a.example/?a=y&b=x"), 3U + 2);
}

TEST(UrlShape, TakesAnyOtherIdForAPath) {
  EXPECT_EQ(url_shape("blog/2019/a.html"), url_shape("http://a.example/blog/2019/a.html"));
  EXPECT_EQ(url_shape("/blog/a.html"), url_shape("blog/a.html"));
  EXPECT_EQ(url_shape("a?b=c#d").size(), 2U + 2);
  EXPECT_EQ(url_shape("").size(), 3U);
  EXPECT_EQ(url_shape("1http://a/b"), url_shape("2http://a/b"));
  EXPECT_NE(url_shape("://a/b"), url_shape("http://a/b"));
}

TEST(UrlShape, ReadsNoMoreThanItMay) {
  std::string segments = "http://a.example";
  std::string words = "http://a.example/";
  std::string parameters = "http://a.example/?";
  for (int i = 0; i < 20'000; ++i) {
    const std::string name = {static_cast<char>('a' + i % 26), static_cast<char>('a' + i / 26 % 26),
                              static_cast<char>('a' + i / 676 % 26)};
    segments += "/" + name;
    words += name + "-";
    parameters += name + "=" + name + "&";
  }
  EXPECT_EQ(url_shape(segments).size(), 2U + 2 * 64);
  EXPECT_EQ(url_shape(words).size(), 3U + 64);
  EXPECT_EQ(url_shape(parameters).size(), 3U + 2 * 64);
  // Of many segments, the first 63 and the last count.
  EXPECT_EQ(url_shape(segments + "/x.html"),
            url_shape(segments.substr(0, segments.size() / 2 / 4 * 4) + "/x.html"));
  EXPECT_NE(url_shape(segments + "/x.html"), url_shape(segments + "/y.html"));
}

TEST(UrlShape, BearsAnyBytes) {
  const std::string zeros(1'000'000, '\0');
  EXPECT_EQ(url_shape(zeros).size(), 4U);
  EXPECT_EQ(url_shape(std::string(1'000'000, '/')).size(), 2U + 64);
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Random random(seed);
    std::string id = random.chance(0.5) ? "http://" : "";
    const std::string_view bytes("a1/?&=#.:@-\x80\xff\0%", 15);
    for (std::uint32_t i = random.below(40); i > 0; --i) {
      id += bytes[random.below(static_cast<std::uint32_t>(bytes.size()))];
    }
    const Hashes marks = url_shape(id);
    EXPECT_GE(marks.size(), 3U);
    EXPECT_EQ(std::ranges::adjacent_find(marks, std::greater_equal<>()), marks.end());
    EXPECT_EQ(marks, url_shape(id));
    site_of(id);
  }
}

TEST(SiteOf, IsTheHostWithItsPort) {
  const std::uint64_t site = site_of("http://www.a.example/x");
  EXPECT_NE(site, 0U);
  EXPECT_EQ(site_of("HTTPS://WWW.A.Example?y"), site);
  EXPECT_EQ(site_of("http://me:secret@www.a.example#z"), site);
  EXPECT_EQ(site_of("http://www.a.example:80/"), site);
  EXPECT_EQ(site_of("https://www.a.example:443"), site);
  EXPECT_NE(site_of("http://www.a.example:443/"), site);
  EXPECT_NE(site_of("http://www.a.example:8080/"), site);
  EXPECT_NE(site_of("http://a.example/"), site);
}

TEST(SiteOf, IsOneForAllIdsThatAreNoAddresses) {
  for (const std::string_view id :
       {"", "a", "a/b.html", "/a/b", "://a/b", "file:///a/b", "http:/a/b", "1a://b/c", "mailto:a@b",
        "http://", "http://:80/"}) {
    EXPECT_EQ(site_of(id), 0U) << id;
  }
}

TEST(SiteOf, IsPartOfThePagesFeatures) {
  const std::string_view id = "http://a.example/b/c?d";
  const Features features = extract({.id = id, .body = "<p>"}, {.url_shape = true});
  EXPECT_EQ(features.url_marks, url_shape(id));
  EXPECT_EQ(features.site, site_of(id));
  EXPECT_EQ(features.bytes_scanned, 0U);
  EXPECT_TRUE(features.marks.empty());
  EXPECT_EQ(extract({.id = id, .body = "<p>"}, {.marks = true}).site, 0U);
}

}  // namespace
}  // namespace pagekin::features
