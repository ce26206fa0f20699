#include "pagekin/core/breadth_first.h"

#include <numeric>
#include <string>

#include <gtest/gtest.h>

namespace pagekin {
namespace {

struct TestLink {
  std::uint32_t address;
  char label;
};

// One line a call of on_reached: pages, place that the link is on, label.
std::vector<std::string> steps(const std::vector<std::uint32_t>& address_of, std::uint32_t first,
                               const std::vector<std::vector<TestLink>>& links) {
  std::vector<std::uint32_t> order(address_of.size());
  std::iota(order.begin(), order.end(), 0U);
  std::vector<std::string> steps;
  const PagesByAddress pages(address_of, order, links.size());
  const std::vector<std::uint32_t> walk = breadth_first<char>(
      pages, first,
      [&](std::uint32_t page, const auto& follow) {
        for (const TestLink& link : links[page]) {
          if (pages.has_page(link.address)) follow(link.address, link.label);
        }
      },
      [&](std::span<const std::uint32_t> reached, std::size_t from, char label) {
        std::string step;
        for (const std::uint32_t page : reached) step += std::to_string(page) + " ";
        steps.push_back(step + (from == kSeed ? "seed" : std::to_string(from) + label));
      });
  EXPECT_EQ(walk.size(), address_of.size());
  return steps;
}

TEST(BreadthFirst, ReachesPagesInTheOrderOfLinks) {
  // Pages 2 and 3 share address 2; page 4 has no link to it; address 5 has no page.
  const std::vector<std::vector<TestLink>> links = {
      {{2, 'a'}, {1, 'b'}, {2, 'c'}, {5, 'd'}, {0, 'e'}},
      {{2, 'f'}},
      {},
      {{1, 'g'}},
      {{0, 'h'}},
      {}};
  EXPECT_EQ(steps({0, 1, 2, 2, 4}, 0, links),
            (std::vector<std::string>{"0 seed", "2 3 0a", "1 0b", "4 seed"}));
  EXPECT_EQ(steps({0, 1, 2, 2, 4}, 4, links),
            (std::vector<std::string>{"4 seed", "0 0h", "2 3 1a", "1 1b"}));
}

TEST(BreadthFirst, SeedsFollowInTheGivenOrder) {
  EXPECT_EQ(steps({0, 1, 2}, 1, {{}, {}, {}}),
            (std::vector<std::string>{"1 seed", "0 seed", "2 seed"}));
}

}  // namespace
}  // namespace pagekin
