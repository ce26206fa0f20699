#include "pagekin/url/page_address.h"

#include <gtest/gtest.h>

namespace pagekin::url {
namespace {

TEST(PageAddress, IsAnHttpAddressWithAHost) {
  EXPECT_TRUE(page_address("https://a.example/x"));
  for (const char* const id : {"site/a.html", "a", "", "file:///a.html", "mailto:a@b.example"}) {
    EXPECT_FALSE(page_address(id)) << id;
  }
}

TEST(PathAddress, EncodesWhatMeansSomethingElseInAnAddress) {
  EXPECT_EQ(path_address("a/b.html")->href(), "http://pages.invalid/a/b.html");
  EXPECT_EQ(path_address("a b?c#d%20\\e\tf")->href(),
            "http://pages.invalid/a%20b%3Fc%23d%2520%5Ce%09f");
  EXPECT_EQ(path_address("a?b")->query(), "");
}

TEST(AddressKey, IsTheSameForHttpAndHttps) {
  EXPECT_EQ(address_key("http://A.example/x"), address_key("https://a.example/x"));
  EXPECT_EQ(address_key("https://a.example:8080/x?y=1"), "//a.example:8080/x?y=1");
  EXPECT_EQ(host_of_key(address_key("https://a.example:8080/x?y=1")), "a.example:8080");
}

TEST(AddressKey, IsTheIdItselfForOtherIds) {
  EXPECT_EQ(address_key("site/a.html"), "site/a.html");
  EXPECT_FALSE(is_address_key("site/a.html"));
  EXPECT_EQ(host_of_key("site/a.html"), "");
}

}  // namespace
}  // namespace pagekin::url
