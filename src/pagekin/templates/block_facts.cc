#include "pagekin/templates/block_facts.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "pagekin/core/stop.h"
#include "pagekin/features/marks.h"
#include "pagekin/templates/rounded.h"

namespace pagekin::templates {
namespace {

using features::MarkKind;

constexpr float kLeastRarity = 0.02F;
constexpr float kMostRarity = 4;
// A cell of the table of two blocks is empty if it has no more pages than this, or than
// this share of the smaller margin.
constexpr float kChancePages = 2;
constexpr float kFewShare = 0.03F;
// A place has one value if the pages that fill it have fewer than 6 / 5 values there on average.
constexpr double kValues = 6;
constexpr double kPages = 5;
// Of the pages that lack a block, more than this share must have another value at its place.
constexpr double kOftenFilled = 0.02;
constexpr double kPreferOneValue = 0.01;

bool is_more_than_few(float cell, float margin_a, float margin_b) {
  return cell > std::max(kChancePages, kFewShare * std::min(margin_a, margin_b));
}

// Returns the share of the weight of all blocks that cross each block. `pages` is the number
// of pages by block.
std::vector<float> crossing_of(const BlockShapes& shapes, std::span<const std::uint32_t> chosen,
                               std::span<const float> pages, float all) {
  const std::size_t size = shapes.blocks.size();
  std::vector<float> both(size * size);  // pages that have both blocks; the first is the larger
  for (const std::uint32_t shape : chosen) {
    check_stop();
    const auto count = static_cast<float>(shapes.pages[shape]);
    const std::span<const BlockId> blocks = shapes[shape];
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      float* const row = both.data() + blocks[i] * size;
      for (const BlockId other : blocks.first(i)) row[other] += count;
    }
  }
  std::vector<float> crossing(size);
  float total = 0;
  for (std::size_t a = 0; a < size; ++a) {
    total += shapes.blocks[a].weight;
    for (std::size_t b = 0; b < a; ++b) {
      const float common = both[a * size + b];
      const float without_a = all - pages[a];
      const float without_b = all - pages[b];
      if (is_more_than_few(common, pages[a], pages[b]) &&
          is_more_than_few(pages[a] - common, pages[a], without_b) &&
          is_more_than_few(pages[b] - common, pages[b], without_a) &&
          is_more_than_few(all - pages[a] - pages[b] + common, without_a, without_b)) {
        crossing[a] += shapes.blocks[b].weight;
        crossing[b] += shapes.blocks[a].weight;
      }
    }
  }
  for (float& share : crossing) share = total > 0 ? share / total : 0;
  return crossing;
}

// A place, as numbered here, and how many marks of a block stand at it.
struct Values {
  std::uint32_t place = 0;
  std::uint32_t count = 0;
};

// Classes, ids, attributes and texts have values; one of these kinds at one element's path is
// a place here.
std::vector<std::vector<Values>> values_by_block(const BlockShapes& shapes, std::size_t& places) {
  std::unordered_map<std::uint64_t, std::uint32_t> numbers;
  std::vector<std::vector<Values>> values(shapes.blocks.size());
  for (std::size_t block = 0; block < values.size(); ++block) {
    for (const std::uint64_t mark : shapes.blocks[block].marks) {
      const MarkKind kind = features::kind_of(mark);
      if (kind == MarkKind::kPath || kind > MarkKind::kText) continue;
      const std::uint32_t place =
          numbers.try_emplace(mark >> 29, static_cast<std::uint32_t>(numbers.size())).first->second;
      // Marks ascend, so those of one place are adjacent.
      if (values[block].empty() || values[block].back().place != place) {
        values[block].push_back({.place = place});
      }
      ++values[block].back().count;
    }
  }
  places = numbers.size();
  return values;
}

// Visits each place that the shape fills, with the number of its values.
class FilledPlaces {
 public:
  FilledPlaces(const std::vector<std::vector<Values>>& values, std::size_t places)
      : values_(&values), counts_(places) {}

  template <class Visit>
  void of(std::span<const BlockId> blocks, const Visit& visit) {
    for (const BlockId block : blocks) {
      for (const Values& some : (*values_)[block]) {
        if (counts_[some.place] == 0) filled_.push_back(some.place);
        counts_[some.place] += some.count;
      }
    }
    for (const std::uint32_t place : filled_) {
      visit(place, counts_[place]);
      counts_[place] = 0;
    }
    filled_.clear();
  }

 private:
  const std::vector<std::vector<Values>>* values_;
  std::vector<std::uint32_t> counts_;
  std::vector<std::uint32_t> filled_;
};

void find_places(const BlockShapes& shapes, std::span<const std::uint32_t> chosen,
                 std::span<const float> pages, float all, BlockFacts& facts) {
  std::size_t places = 0;
  const std::vector<std::vector<Values>> values = values_by_block(shapes, places);
  std::vector<float> filled(places);  // by place: the pages that fill it
  std::vector<float> sums(places);    // by place: the sum of their values
  FilledPlaces filled_places(values, places);
  for (const std::uint32_t shape : chosen) {
    const auto count = static_cast<float>(shapes.pages[shape]);
    filled_places.of(shapes[shape], [&](std::uint32_t place, std::uint32_t number) {
      filled[place] += count;
      sums[place] += count * static_cast<float>(number);
    });
  }
  std::vector<std::uint32_t> number(places, kNoPlace);
  facts.place.assign(values.size(), kNoPlace);
  for (std::size_t block = 0; block < values.size(); ++block) {
    double best = 0;
    std::uint32_t chosen_place = kNoPlace;
    for (const Values& some : values[block]) {
      const bool has_one_value = kPages * sums[some.place] < kValues * filled[some.place];
      const double lacking = std::max(1.0F, all - pages[block]);
      const double often =
          (filled[some.place] - pages[block]) / lacking + (has_one_value ? kPreferOneValue : 0);
      if (often <= best) continue;
      best = often;
      chosen_place = has_one_value ? some.place : kNoPlace;
    }
    if (best <= kOftenFilled || chosen_place == kNoPlace) continue;
    if (number[chosen_place] == kNoPlace) {
      number[chosen_place] = static_cast<std::uint32_t>(facts.places++);
    }
    facts.place[block] = number[chosen_place];
  }
  facts.filled.resize(shapes.size());
  for (const std::uint32_t shape : chosen) {
    filled_places.of(shapes[shape], [&](std::uint32_t place, std::uint32_t) {
      if (number[place] != kNoPlace) facts.filled[shape].push_back(number[place]);
    });
    std::ranges::sort(facts.filled[shape]);
  }
}

}  // namespace

BlockFacts block_facts(const BlockShapes& shapes, std::span<const std::uint32_t> chosen) {
  BlockFacts facts;
  std::vector<float> pages(shapes.blocks.size());
  float all = 0;
  for (const std::uint32_t shape : chosen) {
    const auto count = static_cast<float>(shapes.pages[shape]);
    all += count;
    for (const BlockId block : shapes[shape]) pages[block] += count;
  }
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const std::vector<std::uint64_t>& marks = shapes.blocks[i].marks;
    facts.rarity.push_back(
        pages[i] > 0 ? rounded(std::clamp(-std::log2(pages[i] / all), kLeastRarity, kMostRarity))
                     : kMostRarity);
    facts.is_text.push_back(std::ranges::all_of(
        marks, [](std::uint64_t mark) { return features::kind_of(mark) == MarkKind::kText; }));
    facts.is_top.push_back(std::ranges::any_of(marks, features::is_near_root));
  }
  facts.crossing = crossing_of(shapes, chosen, pages, all);
  find_places(shapes, chosen, pages, all, facts);
  return facts;
}

}  // namespace pagekin::templates
