#include "pagekin/features/content_key.h"

#include <set>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/features/feature_list.h"

namespace pagekin::features {
namespace {

// A value of the field that differs from its initial value.
template <class T>
void fill(std::vector<T>& list) {
  list.emplace_back();
}
void fill(Hash128& hash) { hash = {0, 1}; }
void fill(FirstTags& tags) { tags[0] = 1; }
void fill(dom::TagTree& tree) { tree = {{1}, {1}}; }

TEST(ContentKey, DependsOnEveryFieldThatIsCompared) {
  std::vector<Features> pages(1);
  for_each_compared([&](const auto& field) { fill(pages.emplace_back().*field.member); });
  pages.emplace_back().tag_hash = {1, 0};
  const std::vector<std::uint64_t> keys = content_keys(pages);
  EXPECT_EQ(std::set<std::uint64_t>(keys.begin(), keys.end()).size(), pages.size());
  EXPECT_EQ(content_key(Features{}), keys.front());
}

// Clusters and stored results depend on the order of keys: this value must never change.
TEST(ContentKey, IsTheSameInAllVersions) {
  Features page;
  for_each_compared([&](const auto& field) { fill(page.*field.member); });
  EXPECT_EQ(content_key(page), 6271551566020172267u);
}

}  // namespace
}  // namespace pagekin::features
