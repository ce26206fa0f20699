// Pages that exist as features only: every part filled in, alike inside a template.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "pagekin/core/random.h"
#include "pagekin/features/features.h"
#include "pagekin/features/fold.h"

#include "support/trees.h"

namespace pagekin::test {

// A few templates, and pages of them that differ a little. With `share` of all values
// coming from one pool, templates resemble each other too.
class RandomPages {
 public:
  explicit RandomPages(std::uint64_t seed) : random_(seed) {}

  // Page of template `number`; equal pages are not rare.
  features::Features page(std::uint32_t number) {
    Random base(1000 + number);
    features::Features page;
    page.fingerprint = fingerprint(base);
    page.tag_hash = {number, random_.below(3)};
    page.head_hash = {number / 2, random_.below(2)};
    page.tag_sequence = tags(base);
    page.tag_counts = counts(page.tag_sequence);
    page.tag_shingles = set(base);
    page.tree = tree(base);
    page.clipped_tree = tree(base);
    page.folded_tree = features::fold(page.tree);
    page.class_names = set(base);
    page.leaf_paths = set(base);
    page.clipped_leaf_paths = set(base);
    page.leaf_path_shingles = set(base);
    page.pq_grams = list(base);
    std::ranges::sort(page.pq_grams);
    page.document_paths = list(base);
    return page;
  }

  Random& random() { return random_; }

 private:
  std::vector<std::uint8_t> fingerprint(Random& base) {
    std::vector<std::uint8_t> entries(base.below(10) == 0 ? 1 + base.below(4) : 12 + base.below(4));
    for (std::size_t i = 0; i < entries.size(); ++i) {
      entries[i] = static_cast<std::uint8_t>(base.below(static_cast<std::uint32_t>(i) + 1));
    }
    for (int edits = static_cast<int>(random_.below(3)); edits > 0 && !entries.empty(); --edits) {
      const auto at = random_.below(static_cast<std::uint32_t>(entries.size()));
      if (random_.chance(0.3)) {
        entries.erase(entries.begin() + at);
      } else {
        entries[at] = static_cast<std::uint8_t>(random_.below(3));
      }
    }
    return entries;
  }

  std::vector<std::uint64_t> list(Random& base) {
    std::vector<std::uint64_t> values;
    for (std::uint32_t i = 0; i < 24; ++i) {
      const std::uint64_t value = base.chance(0.4) ? base.below(30) : base.next();
      if (random_.chance(0.9)) values.push_back(value);
      if (random_.chance(0.05)) values.push_back(random_.below(40));
    }
    return values;
  }
  std::vector<std::uint64_t> set(Random& base) {
    std::vector<std::uint64_t> values = list(base);
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
  }

  std::vector<html::TagId> tags(Random& base) {
    std::vector<html::TagId> sequence;
    for (std::uint32_t i = 0; i < 40; ++i) {
      const std::uint32_t tag = 1 + base.below(12);
      if (random_.chance(0.95)) sequence.push_back(tag);
    }
    return sequence;
  }
  static std::vector<features::TagCount> counts(std::vector<html::TagId> sequence) {
    std::ranges::sort(sequence);
    std::vector<features::TagCount> counts;
    for (const html::TagId tag : sequence) {
      if (counts.empty() || counts.back().tag != tag) counts.push_back({tag, 0});
      ++counts.back().count;
    }
    return counts;
  }

  dom::TagTree tree(Random& base) {
    Random shape = base.fork(random_.below(3));  // one of three variants
    base.next();
    dom::TagTree tree = random_tree(shape, 20, 4);
    tree.tags[0] = html::tag_id("html");
    return tree;
  }

  Random random_;
};

}  // namespace pagekin::test
