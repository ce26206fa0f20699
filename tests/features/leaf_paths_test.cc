#include "pagekin/features/leaf_paths.h"

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "reference/tree_features.h"
#include "support/trees.h"

namespace pagekin::features {
namespace {

TEST(LeafPaths, AreInDocumentOrderWithRepetition) {
  const auto paths = leaf_path_list(tree("html(head body(p p b(p)))"));
  ASSERT_EQ(paths.size(), 4u);
  EXPECT_EQ(paths[1], paths[2]);
  EXPECT_NE(paths[0], paths[1]);
  EXPECT_NE(paths[3], paths[1]);
}

TEST(LeafPaths, TellTheOrderOfTheirSteps) {
  EXPECT_NE(leaf_path_list(tree("a(b(p))")), leaf_path_list(tree("b(a(p))")));
  EXPECT_NE(leaf_path_list(tree("p")), leaf_path_list(tree("p(p)")));
}

TEST(LeafPaths, DoNotDependOnTheRestOfTheTree) {
  const auto small = leaf_path_set(tree("html(body(div(p)))"));
  const auto large = leaf_path_set(tree("html(head(title) body(div(p b) div(i)))"));
  EXPECT_EQ(small.size(), 1u);
  EXPECT_TRUE(std::ranges::includes(large, small));
}

TEST(LeafPaths, AnEmptyTreeHasNone) { EXPECT_TRUE(leaf_path_list({}).empty()); }

TEST(LeafPaths, DeepTreesTakeNoStack) {
  dom::TagTree deep;
  for (std::uint32_t i = 1'000'000; i > 0; --i) {
    deep.tags.push_back(html::kTagDiv);
    deep.sizes.push_back(i);
  }
  EXPECT_EQ(leaf_path_list(deep).size(), 1u);
}

TEST(LeafPaths, AgreeWithPathsAsStrings) {
  std::map<std::string, std::uint64_t> known;  // over all trees
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const dom::TagTree made = random_tree(random, 80, 4, 0.4);
    const auto paths = leaf_path_list(made);
    const reference::Strings expected = reference::leaf_paths(made);
    ASSERT_EQ(paths.size(), expected.size());
    for (std::size_t i = 0; i < paths.size(); ++i) {
      EXPECT_EQ(known.emplace(expected[i], paths[i]).first->second, paths[i]);
    }
    EXPECT_EQ(leaf_path_set(made).size(),
              std::set<std::string>(expected.begin(), expected.end()).size());
  }
  std::set<std::uint64_t> hashes;
  for (const auto& [path, hash] : known) hashes.insert(hash);
  EXPECT_EQ(hashes.size(), known.size());
}

}  // namespace
}  // namespace pagekin::features
