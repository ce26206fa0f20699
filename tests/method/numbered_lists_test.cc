#include "pagekin/method/numbered_lists.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/hash.h"
#include "pagekin/core/random.h"

namespace pagekin::method {
namespace {

using Values = std::vector<std::uint64_t>;
using Kind = NumberedLists::Kind;

Values random_values(Random& random) {
  Values values(2 * random.below(20));
  for (std::uint64_t& value : values) value = mix(random.below(60) + 1);
  return values;
}

TEST(NumberedLists, GiveBackWhatWasAdded) {
  for (const Kind kind : {Kind::kSet, Kind::kSequence, Kind::kPairs}) {
    Random random(1);
    NumberedLists lists(kind);
    std::vector<Values> added;
    for (int i = 0; i < 1'000; ++i) {
      Values values = random_values(random);
      if (kind == Kind::kSet) std::ranges::sort(values);
      lists.add(values);
      added.push_back(std::move(values));
    }
    ASSERT_EQ(lists.size(), added.size());
    for (std::size_t i = 0; i < added.size(); ++i) ASSERT_EQ(lists.values(i), added[i]) << i;
  }
}

TEST(NumberedLists, KeepAListOnce) {
  NumberedLists lists(Kind::kSequence);
  for (const Values& values : {Values{7, 9}, Values{9, 7}, Values{7, 9}, Values{}, Values{}}) {
    lists.add(values);
  }
  EXPECT_EQ(lists.size(), 5U);
  EXPECT_EQ(lists.different_lists(), 3U);
  EXPECT_EQ(lists.values(2), (Values{7, 9}));
  EXPECT_EQ(lists.values(4), Values{});
}

TEST(NumberedLists, NumberValuesAsTheyCome) {
  NumberedLists lists(Kind::kPairs);
  lists.add(Values{50, 40, 50, 30});
  EXPECT_EQ(lists.numbers(0), (std::vector<std::uint32_t>{0, 1, 0, 2}));
  EXPECT_EQ(lists.number_of(30), 2U);
  EXPECT_EQ(lists.number_of(10), 3U);
  EXPECT_EQ(lists.value_count(), 4U);
}

}  // namespace
}  // namespace pagekin::method
