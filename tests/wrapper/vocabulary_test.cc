#include "pagekin/wrapper/vocabulary.h"

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

#include "support/slot_pages.h"

namespace pagekin::wrapper {
namespace {

TEST(HashSet, HasWhatIsInIt) {
  EXPECT_FALSE(HashSet().contains(0));
  Random random(5);
  std::set<std::uint64_t> wanted;
  std::vector<std::uint64_t> given;
  for (int i = 0; i < 3000; ++i) {
    given.push_back(random.below(5000) + 1);
    wanted.insert(given.back());
  }
  const HashSet made(given);
  EXPECT_EQ(made.sorted(), (std::vector<std::uint64_t>(wanted.begin(), wanted.end())));
  for (std::uint64_t hash = 0; hash < 5002; ++hash) {
    EXPECT_EQ(made.contains(hash), wanted.contains(hash)) << hash;
  }
}

TEST(VocabularyCounter, CountsAPageOnce) {
  const PageSlots first = test::slots_of("<p>Price:</p><p>Price:</p><p>one</p>");
  const PageSlots second = test::slots_of("<p>Price:</p><p>two</p>");
  VocabularyCounter counter;
  counter.add(first);
  counter.add(second);
  EXPECT_EQ(counter.pages(), 2U);
  EXPECT_EQ(counter.pages_with(first.slots[0].hash), 2U);
  EXPECT_EQ(counter.pages_with(first.slots[2].hash), 1U);
  EXPECT_EQ(counter.pages_with(12345), 0U);
  EXPECT_EQ(counter.finish().labels.sorted(), std::vector<std::uint64_t>{first.slots[0].label});
}

}  // namespace
}  // namespace pagekin::wrapper
