#include "pagekin/core/number_slots.h"

#include <cstdint>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

namespace pagekin {
namespace {

// Keys in a list beside the slots. Hashes have few values, so that most keys collide.
class Table {
 public:
  explicit Table(std::size_t most_quarters) : slots_(most_quarters) {}

  std::uint32_t add(std::uint64_t key) {
    const auto next = static_cast<std::uint32_t>(keys_.size());
    const std::uint32_t number = slots_.find_or_add(
        key % 7, next, [&](std::uint32_t i) { return keys_[i] == key; },
        [&](std::uint32_t i) { return keys_[i] % 7; });
    if (number == next) keys_.push_back(key);
    return number;
  }
  std::optional<std::uint32_t> find(std::uint64_t key) const {
    return slots_.find(key % 7, [&](std::uint32_t i) { return keys_[i] == key; });
  }
  void remove_last() {
    slots_.remove_last(keys_.back() % 7, static_cast<std::uint32_t>(keys_.size() - 1));
    keys_.pop_back();
  }
  std::size_t size() const { return keys_.size(); }
  std::uint64_t last() const { return keys_.back(); }

 private:
  std::vector<std::uint64_t> keys_;
  NumberSlots slots_;
};

TEST(NumberSlots, FindNothingWhenEmpty) { EXPECT_EQ(Table(3).find(1), std::nullopt); }

TEST(NumberSlots, AgreeWithAMap) {
  for (const std::size_t most_quarters : {2, 3}) {
    Random random(most_quarters);
    Table table(most_quarters);
    std::map<std::uint64_t, std::uint32_t> twin;
    for (int round = 0; round < 3'000; ++round) {
      if (random.chance(0.3) && table.size() > 0) {
        twin.erase(table.last());
        table.remove_last();
      } else {
        const std::uint64_t key = random.below(400);
        const auto next = static_cast<std::uint32_t>(twin.size());
        ASSERT_EQ(table.add(key), twin.emplace(key, next).first->second);
      }
      const std::uint64_t key = random.below(400);
      const auto expected = twin.find(key);
      ASSERT_EQ(table.find(key), expected == twin.end() ? std::optional<std::uint32_t>()
                                                        : std::optional(expected->second));
    }
    EXPECT_GT(table.size(), 64U);  // so it has grown
  }
}

}  // namespace
}  // namespace pagekin
