#include "pagekin/features/class_names.h"

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "pagekin/core/hash.h"
#include "pagekin/dom/build.h"

#include "reference/tree_features.h"
#include "support/random_page.h"

namespace pagekin::features {
namespace {

using Hashes = std::vector<std::uint64_t>;

Hashes hashed(const std::set<std::string>& names) {
  Hashes hashes;
  for (const std::string& name : names) hashes.push_back(hash_bytes(name));
  std::ranges::sort(hashes);
  return hashes;
}

Hashes names_in(std::string_view page) {
  dom::Builder builder;
  return class_names(builder.build(page));
}

TEST(ClassNames, AreTheWordsOfAllClassAttributes) {
  EXPECT_EQ(names_in("<p class='a b'><b CLASS=c><i id=d class=\"\n a\tc \f\">"),
            hashed({"a", "b", "c"}));
}

TEST(ClassNames, KeepTheirCase) {
  EXPECT_EQ(names_in("<p class='Nav nav'>"), hashed({"Nav", "nav"}));
}

TEST(ClassNames, AreDecoded) {
  EXPECT_EQ(names_in("<p class='a&amp;b &eacute; x&#32;y'>"),
            hashed({"a&b", "\xC3\xA9", "x", "y"}));
}

TEST(ClassNames, OfAPageWithoutClassesAreNone) {
  EXPECT_TRUE(names_in("<p class><b class=''><i class='  '>").empty());
  EXPECT_TRUE(names_in("").empty());
}

TEST(ClassNames, OnlyTheFirstOfTwoClassAttributesCounts) {
  EXPECT_EQ(names_in("<p class=a class=b>"), hashed({"a"}));
}

TEST(ClassNames, OfTemplatesDoNotCount) {
  EXPECT_EQ(names_in("<p class=a><template class=t><p class=b></template>"), hashed({"a", "t"}));
}

TEST(ClassNames, ManyOfThemTakeNoMoreThanThePage) {
  std::string page;
  for (int i = 0; i < 50'000; ++i) page += "<p class=c" + std::to_string(i) + ">";
  const Hashes names = names_in(page);
  EXPECT_EQ(names.size(), 50'000u);
  EXPECT_LE(names.size() * sizeof(names[0]), page.size());
}

TEST(ClassNames, AttributesSharedByManyElementsAreReadOnce) {
  // Each paragraph gets a copy of the formatting element and its long attribute.
  std::string page = "<p><b class='";
  for (int i = 0; i < 10'000; ++i) page += " n" + std::to_string(i);
  page += "'>";
  for (int i = 0; i < 10'000; ++i) page += "<p>x";
  EXPECT_EQ(names_in(page).size(), 10'000u);
}

TEST(ClassNames, AgreeWithASetOfStrings) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const std::string page = test::random_page(random, 80);
    dom::Builder builder;
    const dom::Tree& tree = builder.build(page);
    EXPECT_EQ(class_names(tree), hashed(reference::class_names(tree))) << seed;
  }
}

}  // namespace
}  // namespace pagekin::features
