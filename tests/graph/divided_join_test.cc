#include "pagekin/graph/divided_join.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/core/random.h"

#include "support/mutated_trees.h"
#include "support/random_sets.h"
#include "support/trees.h"

namespace pagekin::graph {
namespace {

using features::Features;
using Pairs = std::set<std::array<std::uint32_t, 2>>;

Pairs pairs_by_definition(const measure::Measure& measure, std::span<const Features> pages,
                          double at_least) {
  Pairs pairs;
  for (std::uint32_t a = 0; a < pages.size(); ++a) {
    for (std::uint32_t b = a + 1; b < pages.size(); ++b) {
      if (measure::reaches(measure.similarity(pages[a], pages[b], 0), at_least)) {
        pairs.insert({a, b});
      }
    }
  }
  return pairs;
}

struct Divided {
  Pairs pairs;
  std::size_t joins = 0;  // of two blocks
};

// Blocks of pages that follow each other by place, joined as the comment of the class says.
Divided divided(const measure::Measure& measure, std::span<const Features> pages, double at_least,
                std::size_t block_size, std::uint64_t most_known) {
  DividedJoin join(measure, at_least);
  std::map<std::uint64_t, std::uint64_t> counts;
  for (const Features& page : pages) {
    for (const std::uint64_t value : join.values(page)) ++counts[value];
  }
  std::vector<std::uint64_t> values;
  std::vector<std::uint64_t> numbers;
  for (const auto& [value, count] : counts) {
    if (values.size() == most_known) break;
    values.push_back(value);
    numbers.push_back(count);
  }
  join.set_counts(values, numbers);

  std::vector<std::uint32_t> order(pages.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](std::uint32_t page) {
    const DividedJoin::Place place = join.place(pages[page]);
    return std::tuple(place.order, place.weight, page);
  });
  struct Block {
    std::vector<std::uint32_t> numbers;
    std::vector<Features> pages;
    std::map<std::uint64_t, bool> keys;
    std::uint32_t lightest = UINT32_MAX;
    std::uint32_t heaviest = 0;
  };
  std::vector<Block> blocks;
  for (const std::uint32_t page : order) {
    if (blocks.empty() || blocks.back().pages.size() == block_size) blocks.emplace_back();
    Block& block = blocks.back();
    block.numbers.push_back(page);
    block.pages.push_back(pages[page]);
    for (const DividedJoin::Key& key : join.keys(pages[page])) {
      block.keys[key.value] = block.keys[key.value] || key.is_leading;
    }
    const DividedJoin::Place place = join.place(pages[page]);
    block.lightest = std::min(block.lightest, place.lightest);
    block.heaviest = std::max(block.heaviest, place.weight);
  }

  Divided result;
  const auto insert = [&](std::uint32_t a, std::uint32_t b) {
    EXPECT_TRUE(result.pairs.insert({std::min(a, b), std::max(a, b)}).second) << "found twice";
  };
  for (std::size_t p = 0; p < blocks.size(); ++p) {
    for (const auto& [a, b] : join.pairs(blocks[p].pages)) {
      insert(blocks[p].numbers[a], blocks[p].numbers[b]);
    }
    for (std::size_t q = p + 1; q < blocks.size(); ++q) {
      const bool is_in_reach =
          blocks[p].heaviest >= blocks[q].lightest && blocks[q].heaviest >= blocks[p].lightest;
      const bool has_key = std::ranges::any_of(blocks[p].keys, [&](const auto& key) {
        const auto other = blocks[q].keys.find(key.first);
        return other != blocks[q].keys.end() && (key.second || other->second);
      });
      if (!is_in_reach || !has_key) continue;
      ++result.joins;
      for (const auto& [a, b] : join.pairs(blocks[p].pages, blocks[q].pages)) {
        insert(blocks[p].numbers[a], blocks[q].numbers[b]);
      }
    }
  }
  return result;
}

TEST(DividedJoin, FindsThePairsOfSetsThatComparingAllFinds) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const std::vector<Features> raw = test::random_set_pages(seed, 16);
    for (const std::string name : {"style", "pq_gram", "common_paths", "path_cosine:prune=false"}) {
      const auto measure = measure::make(name);
      std::vector<Features> pages = raw;
      for (Features& page : pages) measure->prepare(page);
      for (const double at_least : {0.3, 0.7, 0.85, 1.0}) {
        const Pairs expected = pairs_by_definition(*measure, pages, at_least);
        // Blocks of one page: everything depends on the keys. Some counts are unknown.
        for (const std::size_t size : {1, 7}) {
          for (const std::uint64_t known : {0, 5, 1000}) {
            EXPECT_EQ(divided(*measure, pages, at_least, size, known).pairs, expected)
                << name << " " << at_least << " " << seed;
          }
        }
      }
    }
  }
}

std::vector<Features> pages_with_trees(std::uint64_t seed, std::uint32_t count) {
  Random random(seed);
  std::vector<dom::TagTree> bases;
  for (int i = 0; i < 4; ++i) bases.push_back(random_tree(random, 40, 6, 0.4));
  std::vector<Features> pages(count);
  for (Features& page : pages) {
    const std::uint64_t base = random.below(4);
    if (!random.chance(0.05)) page.tree = test::mutated(bases[base], random.below(12), random);
    if (random.chance(0.1)) continue;
    for (std::uint64_t name = 0; name < 8; ++name) {
      if (random.chance(0.9)) page.class_names.push_back(base * 10 + name);
    }
  }
  return pages;
}

TEST(DividedJoin, FindsThePairsOfTreesThatComparingAllFinds) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const std::vector<Features> pages = pages_with_trees(seed, 16);
    for (const std::string name :
         {"structure_style", "structure_style:kappa=0", "structure_style:kappa=0.9",
          "structure_style:kappa=0.3,rename=0.5", "ted", "ted_max"}) {
      const auto measure = measure::make(name);
      for (const double at_least : {0.3, 0.6, 0.85, 1.0}) {
        const Pairs expected = pairs_by_definition(*measure, pages, at_least);
        for (const std::size_t size : {1, 9}) {
          EXPECT_EQ(divided(*measure, pages, at_least, size, 1000).pairs, expected)
              << name << " " << at_least << " " << seed;
        }
      }
    }
  }
}

TEST(DividedJoin, FewBlocksAreJoined) {
  // 20 sites of 50 pages. Each page has the values of its site, some of its own, and some that
  // all pages have.
  std::vector<Features> pages;
  for (std::uint64_t site = 0; site < 20; ++site) {
    for (std::uint64_t page = 0; page < 50; ++page) {
      Features& made = pages.emplace_back();
      for (std::uint64_t i = 0; i < 40; ++i) made.class_names.push_back(mix(i));
      for (std::uint64_t i = 0; i < 40; ++i) made.class_names.push_back(mix(1000 + site * 100 + i));
      made.class_names.push_back(mix(100'000 + site * 1000 + page));
      std::ranges::sort(made.class_names);
    }
  }
  const auto measure = measure::make("style");
  const Divided found = divided(*measure, pages, 0.85, 50, 1'000'000);
  EXPECT_EQ(found.pairs.size(), 20U * 50 * 49 / 2);
  EXPECT_LE(found.joins, 40U);  // of 190
}

TEST(DividedJoin, MeasuresThatNeedAllPages) {
  for (const std::string name : {"path_cosine", "rtdm", "tag_vector"}) {
    const auto measure = measure::make(name);
    EXPECT_FALSE(DividedJoin::can_divide(*measure, 0.85)) << name;
    EXPECT_THROW(DividedJoin(*measure, 0.85), OptionError) << name;
  }
}

}  // namespace
}  // namespace pagekin::graph
