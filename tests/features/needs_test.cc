#include <vector>

#include <gtest/gtest.h>

#include "pagekin/features/features.h"

namespace pagekin::features {
namespace {

TEST(Needs, AddUpWhereOnePageCanServeBoth) {
  Needs needs{.tag_shingle = 4};
  EXPECT_TRUE(needs.merge({.tag_counts = true, .tag_shingle = 4, .class_names = true}));
  EXPECT_EQ(needs.tag_shingle, 4);
  EXPECT_TRUE(needs.tag_counts);
  EXPECT_TRUE(needs.class_names);
}

TEST(Needs, StayAsTheyAreWhereTheyContradictEachOther) {
  Needs needs{.tag_shingle = 4};
  EXPECT_FALSE(needs.merge({.tag_counts = true, .tag_shingle = 3}));
  EXPECT_FALSE(needs.tag_counts);
  Needs grams{.pq_gram_p = 2, .pq_gram_q = 3};
  EXPECT_FALSE(grams.merge({.pq_gram_p = 2, .pq_gram_q = 2}));
  Needs fingerprint{.fingerprint_length = 25, .fingerprint_tags = TagFilter("block")};
  EXPECT_FALSE(fingerprint.merge({.fingerprint_length = 25}));
  Needs pruned{.document_paths = true, .prune_paths = true};
  EXPECT_FALSE(pruned.merge({.document_paths = true, .prune_paths = false}));
}

TEST(Needs, TakeTheTagsOfAFingerprintFromWhoeverWantsOne) {
  Needs needs{.tag_hash = true};
  EXPECT_TRUE(needs.merge({.fingerprint_length = 9, .fingerprint_tags = TagFilter("block")}));
  EXPECT_EQ(needs.fingerprint_tags.text(), "block");
  EXPECT_TRUE(needs.merge({.first_tags = true}));
  EXPECT_EQ(needs.fingerprint_tags.text(), "block");
}

TEST(Needs, JoinTheFirstGroupThatCanServeThem) {
  std::vector<Needs> groups;
  EXPECT_EQ(join_group({.tag_shingle = 4}, groups), 0U);
  EXPECT_EQ(join_group({.tag_shingle = 3}, groups), 1U);
  EXPECT_EQ(join_group({.tree = true}, groups), 0U);
  EXPECT_EQ(join_group({.tag_shingle = 3, .tree = true}, groups), 1U);
  EXPECT_EQ(groups.size(), 2U);
}

}  // namespace
}  // namespace pagekin::features
