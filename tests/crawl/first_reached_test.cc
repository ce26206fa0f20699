#include "pagekin/crawl/first_reached.h"

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

#include "reference/first_reached.h"

namespace pagekin::crawl {
namespace {

TEST(FirstReached, IsWhatAWalkByHandFinds) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const std::size_t count = 1 + random.below(40);
    const auto addresses =
        static_cast<std::uint32_t>(1 + random.below(static_cast<std::uint32_t>(count)));
    std::vector<std::string> ids;
    for (std::size_t i = 0; i < count; ++i) {
      ids.push_back(std::string(1 + random.below(3), 'a') + std::to_string(random.below(100)));
    }
    std::vector<WalkedPage> pages;
    std::vector<std::vector<WalkedLink>> links(count);
    for (std::size_t i = 0; i < count; ++i) {
      pages.push_back(
          {.page = static_cast<std::int64_t>(100 + i),
           .id = ids[i],
           .address = i < addresses ? static_cast<std::uint32_t>(i) : random.below(addresses)});
      for (std::uint32_t j = random.below(5); j > 0; --j) {
        links[i].push_back({.address = random.below(addresses),
                            .xpath = static_cast<std::int64_t>(1 + random.below(9))});
      }
    }
    const std::vector<Reached> found =
        first_reached(pages, [&](std::size_t place) { return links[place]; });
    const std::vector<Reached> expected = reference::first_reached(pages, links);
    ASSERT_EQ(found.size(), expected.size()) << seed;
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(found[i].page, expected[i].page) << seed;
      EXPECT_EQ(found[i].parent, expected[i].parent) << seed;
      EXPECT_EQ(found[i].xpath, expected[i].xpath) << seed;
      EXPECT_EQ(found[i].depth, expected[i].depth) << seed;
    }
  }
  EXPECT_TRUE(first_reached({}, [](std::size_t) { return std::vector<WalkedLink>(); }).empty());
}

}  // namespace
}  // namespace pagekin::crawl
