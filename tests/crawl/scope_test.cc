#include "pagekin/crawl/scope.h"

#include <gtest/gtest.h>

#include "pagekin/core/error.h"

namespace pagekin::crawl {
namespace {

url::Url at(std::string_view text) { return *url::parse(text); }

TEST(Scope, HoldsTheHostsThatWereAdded) {
  Scope scope({});
  scope.add_site(at("https://www.example.org/a"));
  EXPECT_TRUE(scope.holds(at("http://www.example.org/b")));
  EXPECT_FALSE(scope.holds(at("https://example.org/")));
  EXPECT_FALSE(scope.holds(at("https://www.example.org:8443/")));
  EXPECT_FALSE(scope.holds(at("ftp://www.example.org/")));
}

TEST(Scope, HoldsAllHostsOfADomain) {
  Scope scope({.site = SiteRule::kDomain});
  scope.add_site(at("https://www.example.co.uk/"));
  EXPECT_TRUE(scope.holds(at("http://shop.example.co.uk/b")));
  EXPECT_TRUE(scope.holds(at("http://example.co.uk:8080/b")));
  EXPECT_FALSE(scope.holds(at("http://other.co.uk/")));
}

TEST(Scope, KnowsRegistrableDomains) {
  EXPECT_EQ(registrable_domain("a.b.example.com"), "example.com");
  EXPECT_EQ(registrable_domain("example.com"), "example.com");
  EXPECT_EQ(registrable_domain("co.uk"), "co.uk");
  EXPECT_EQ(registrable_domain("localhost"), "localhost");
  EXPECT_EQ(registrable_domain("127.0.0.1"), "127.0.0.1");
  EXPECT_EQ(registrable_domain("[::1]"), "[::1]");
  EXPECT_EQ(registrable_domain("a.example.xn--node1"), "example.xn--node1");
}

TEST(Scope, LooksForPatternsInTheWholeAddress) {
  Scope scope({.include = {"/blog/", "/news/"}, .exclude = {"\\?print=1$"}});
  scope.add_site(at("https://example.org/"));
  EXPECT_TRUE(scope.holds(at("https://example.org/blog/1")));
  EXPECT_TRUE(scope.holds(at("https://example.org/old/news/1")));
  EXPECT_FALSE(scope.holds(at("https://example.org/shop")));
  EXPECT_FALSE(scope.holds(at("https://example.org/blog/1?print=1")));
  EXPECT_THROW(Scope({.include = {"("}}), Error);
}

TEST(Scope, NamesOrigins) {
  EXPECT_EQ(origin_of(at("HTTP://Example.org:80/x")), "http://example.org");
  EXPECT_EQ(origin_of(at("https://example.org:8443/x?y")), "https://example.org:8443");
}

}  // namespace
}  // namespace pagekin::crawl
