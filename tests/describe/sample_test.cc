// Which pages of a cluster are sampled to describe it.
#include "pagekin/describe/sample.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/clustering.h"
#include "pagekin/core/maybe_pages.h"
#include "pagekin/features/marks.h"

namespace pagekin::describe {
namespace {

struct Clustered {
  Clustered(const std::vector<std::string>& names, const std::vector<int>& labels)
      : clustering(canonical(labels)), numbers(numbers_by_size(clustering)) {
    for (const std::string& name : names) ids.add(name);
  }
  ClusteredPages view() const {
    return {.ids = &ids, .labels = clustering.labels, .numbers = numbers};
  }
  PageIds ids;
  Clustering clustering;
  std::vector<int> numbers;
};

TEST(DescribeSample, SamplesByIdAndNotByOrder) {
  std::vector<std::string> names;
  std::vector<int> labels;
  for (int i = 0; i < 500; ++i) {
    names.push_back("page" + std::to_string(i));
    labels.push_back(i % 2);
  }
  const Clustered in_order(names, labels);
  const Clustered reversed({names.rbegin(), names.rend()}, {labels.rbegin(), labels.rend()});
  const auto sampled_ids = [](const Clustered& pages) {
    std::set<std::string> found;
    for (const SampledPage& one : draw_sample(pages.view())) found.emplace(pages.ids[one.page]);
    return found;
  };
  EXPECT_EQ(sampled_ids(in_order).size(), 128U);
  EXPECT_EQ(sampled_ids(in_order), sampled_ids(reversed));
}

TEST(DescribeSample, FindsSampledPagesByTheIdsTheyHadInTheInput) {
  const Clustered pages({"a", "a", "b#2", "c#x"}, {0, 0, 0, 0});
  const MaybePages maybe(pages.ids, pages_of(draw_sample(pages.view())));
  for (const char* const id : {"a", "b#2", "b", "c#x"}) EXPECT_TRUE(maybe.has(id)) << id;
  EXPECT_FALSE(maybe.has("c"));
}

TEST(DescribeSample, LimitsTheMarksOfAPage) {
  std::vector<std::uint64_t> marks;
  for (std::uint64_t i = 1; i <= 20'000; ++i) {
    marks.push_back(features::make_mark(
        i << 32, i % 2 ? features::MarkKind::kText : features::MarkKind::kClass, i));
  }
  limit_marks(marks);
  EXPECT_EQ(marks.size(), 8192U);
  EXPECT_TRUE(std::ranges::is_sorted(marks));
  for (const std::uint64_t mark : marks)
    EXPECT_EQ(features::kind_of(mark), features::MarkKind::kClass);
}

}  // namespace
}  // namespace pagekin::describe
