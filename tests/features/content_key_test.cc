#include "pagekin/features/content_key.h"

#include <set>

#include <gtest/gtest.h>

namespace pagekin::features {
namespace {

TEST(ContentKey, TellsEveryPartFromEveryOther) {
  std::vector<Features> pages(17);
  pages[0].fingerprint = {1};
  pages[1].tag_hash = {1, 0};
  pages[2].tag_hash = {0, 1};
  pages[3].head_hash = {1, 0};
  pages[4].first_tags[0] = 1;
  pages[5].tag_sequence = {1};
  pages[6].tag_counts = {{1, 1}};
  pages[7].tag_shingles = {1};
  pages[8].tree = {{1}, {1}};
  pages[9].clipped_tree = {{1}, {1}};
  pages[10].folded_tree = {{1}, {1}};
  pages[11].class_names = {1};
  pages[12].leaf_paths = {1};
  pages[13].clipped_leaf_paths = {1};
  pages[14].leaf_path_shingles = {1};
  pages[15].pq_grams = {1};
  pages[16].document_paths = {1};
  pages.emplace_back().document_shingles = {1};
  pages.emplace_back();
  const std::vector<std::uint64_t> keys = content_keys(pages);
  EXPECT_EQ(std::set<std::uint64_t>(keys.begin(), keys.end()).size(), pages.size());
  EXPECT_EQ(content_key(Features{}), keys.back());
}

}  // namespace
}  // namespace pagekin::features
