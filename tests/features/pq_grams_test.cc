#include "pagekin/features/pq_grams.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "reference/tree_features.h"
#include "support/trees.h"

namespace pagekin::features {
namespace {

using Tags = std::vector<html::TagId>;

using html::kTagA;
using html::kTagB;
using html::kTagP;

TEST(PqGrams, OfALeafIsOneWithDummiesBelow) {
  EXPECT_EQ(pq_grams(tree("a"), 2, 3),
            (std::vector{pq_gram_hash(Tags{kDummyTag, kTagA}, Tags(3, kDummyTag))}));
}

TEST(PqGrams, SlideOverTheChildrenOfAnElement) {
  std::vector<std::uint64_t> expected = {
      pq_gram_hash(Tags{kDummyTag, kTagA}, Tags{kDummyTag, kTagB}),
      pq_gram_hash(Tags{kDummyTag, kTagA}, Tags{kTagB, kTagP}),
      pq_gram_hash(Tags{kDummyTag, kTagA}, Tags{kTagP, kDummyTag}),
      pq_gram_hash(Tags{kTagA, kTagB}, Tags(2, kDummyTag)),
      pq_gram_hash(Tags{kTagA, kTagP}, Tags(2, kDummyTag)),
  };
  std::ranges::sort(expected);
  EXPECT_EQ(pq_grams(tree("a(b p)"), 2, 2), expected);
}

TEST(PqGrams, AnEmptyTreeHasNone) { EXPECT_TRUE(pq_grams({}, 2, 3).empty()); }

TEST(PqGrams, AgreeWithTheDefinition) {
  std::map<std::string, html::TagId> ids = {{"*", kDummyTag}};
  for (const std::string name : {"div", "p", "span", "ul", "li", "b", "table", "section"}) {
    ids[name] = html::tag_id(name);
  }
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const dom::TagTree made = random_tree(random, 60, 5, 0.4);
    const std::size_t stem = 1 + random.below(4), base = 1 + random.below(4);
    std::vector<std::uint64_t> expected;
    for (const reference::Strings& gram : reference::pq_grams(made, stem, base)) {
      Tags tags;
      for (const std::string& label : gram) tags.push_back(ids.at(label));
      expected.push_back(pq_gram_hash(std::span(tags).first(stem), std::span(tags).last(base)));
    }
    std::ranges::sort(expected);
    EXPECT_EQ(pq_grams(made, static_cast<int>(stem), static_cast<int>(base)), expected);
  }
}

}  // namespace
}  // namespace pagekin::features
