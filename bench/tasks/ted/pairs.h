// Pairs of pages to compare: chosen from archives by size and template, or made up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "pagekin/core/random.h"
#include "pagekin/dom/tag_tree.h"

namespace pagekin::bench {

struct LabelledTree {
  dom::TagTree tree;
  int template_number = 0;
};

struct ChosenPair {
  std::size_t size = 0;  // that was asked for
  bool same_template = false;
  const dom::TagTree* a = nullptr;
  const dom::TagTree* b = nullptr;
};

// The trees of those pages that the file of labels names.
std::vector<LabelledTree> read_trees(const std::vector<std::string>& inputs,
                                     const std::string& labels);

// Up to `count` pairs of pages of about `size` elements, 15 % more or less. Of one
// template: trees that differ, each pair of another template as far as there are such.
// Of two: sizes within 5 % of each other.
std::vector<ChosenPair> choose_pairs(std::span<const LabelledTree> trees, std::size_t size,
                                     bool same_template, std::size_t count, Random random);

// A page of `size` elements: blocks made after a few dozen patterns, none quite like
// another, nested to a depth of some 20.
dom::TagTree made_up_page(Random random, std::size_t size);

// Of every 1 / chance elements one is renamed, removed (its children stay), or gets a
// new one before it.
dom::TagTree edited(Random random, const dom::TagTree& tree, double chance);

}  // namespace pagekin::bench
