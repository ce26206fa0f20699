// Shapes of addresses, from the most specific to the most general.
#include "pagekin/url/address_shapes.h"

namespace pagekin::url {
namespace {

TEST(AddressShapes, KeepLessAndLessOfAnAddress) {
  EXPECT_EQ(address_shapes("//h/blog/2019/news/cool-stuff.html?page=2&view=print"),
            (AddressShapes{"//h/blog/0/news/cool-*.html?page&view=print",
                           "//h/blog/0/*/cool-*.html?page&view=print",
                           "//h/blog/0/news/*.html?page&view", "//h/blog/0/*/*.html?page&view"}));
}

TEST(AddressShapes, OfANameWithOneWordLeaveOutTheWord) {
  EXPECT_EQ(address_shapes("//h/a/about")[0], "//h/a/*");
  EXPECT_EQ(address_shapes("//h/a/about.html")[0], "//h/a/*.html");
  EXPECT_EQ(address_shapes("//h/item/123")[0], "//h/item/0");
  EXPECT_EQ(address_shapes("//h/item/-x")[0], "//h/item/*");
  EXPECT_EQ(address_shapes("//h/std/vec/struct.Vec.html")[1], "//h/std/*/struct.*.html");
}

TEST(AddressShapes, TakeTheFolderOfAnIndexForTheName) {
  EXPECT_EQ(address_shapes("//h/some-post/")[3], "//h/*/");
  EXPECT_EQ(address_shapes("//h/some-post/index.html")[0], "//h/some-*/index.html");
  EXPECT_EQ(address_shapes("//h/2004/01/25/bah/index.html")[3], "//h/0/0/0/*/index.html");
}

TEST(AddressShapes, OfShortAddressesAreThemselves) {
  EXPECT_EQ(address_shapes("//h/")[0], "//h/");
  EXPECT_EQ(address_shapes("//h/index.html")[0], "//h/*.html");
  EXPECT_EQ(address_shapes("")[3], "");
  EXPECT_EQ(address_shapes("?")[3], "");
  EXPECT_EQ(address_shapes("//h")[3], "//h");
  EXPECT_EQ(address_shapes("folder/page.html")[3], "folder/*.html");
}

TEST(AddressShapes, SortParametersAndNameThemOnce) {
  EXPECT_EQ(address_shapes("//h/x?b=1&a=2&b=3&&c")[3], "//h/*?a&b&c");
  EXPECT_EQ(address_shapes("//h/x?action=diff&id=7")[0], "//h/*?action=diff&id");
  EXPECT_EQ(address_shapes("//h/x?q=a-long-text-that-is-content")[0], "//h/*?q");
}

}  // namespace
}  // namespace pagekin::url
