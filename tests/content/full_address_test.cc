#include "pagekin/content/full_address.h"

#include <gtest/gtest.h>

namespace pagekin::content {
namespace {

TEST(FullAddress, OnlyAddressesThatAreNotFullChange) {
  const std::optional<url::Url> base = url::parse("http://a.example/b/c?d");
  EXPECT_EQ(in_full("e", Source::kHref, base), "http://a.example/b/e");
  EXPECT_EQ(in_full("/e", Source::kDataSrc, base), "http://a.example/e");
  EXPECT_EQ(in_full("HTTP://b.example", Source::kSrc, base), "HTTP://b.example");
  EXPECT_EQ(in_full("e", Source::kAlt, base), "e");
  EXPECT_EQ(in_full("e", Source::kHref, std::nullopt), "e");
  EXPECT_EQ(in_full("//[", Source::kHref, base), "//[");
}

}  // namespace
}  // namespace pagekin::content
