// The obvious twin of maintext/site_texts.h: compares every pair of pages, and counts by looking at
// all of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "pagekin/maintext/page_blocks.h"

namespace pagekin::reference {

struct TextPage {
  std::uint64_t title = 0;
  std::vector<maintext::Block> blocks;

  std::set<std::uint64_t> keys() const {
    std::set<std::uint64_t> all;
    for (const maintext::Block& block : blocks) {
      if (block.key != 0) all.insert(block.key);
    }
    return all;
  }
};

inline bool are_copies(const TextPage& a, const TextPage& b) {
  if (a.title != b.title) return false;
  const std::set<std::uint64_t> x = a.keys();
  const std::set<std::uint64_t> y = b.keys();
  std::set<std::uint64_t> both = x;
  both.insert(y.begin(), y.end());
  std::size_t common = 0;
  for (const std::uint64_t key : x) common += y.count(key);
  return 10 * common >= 9 * both.size();
}

// The pages that are not copies of an earlier one that is itself none.
inline std::vector<const TextPage*> distinct_pages(const std::vector<TextPage>& pages) {
  std::vector<const TextPage*> distinct;
  for (const TextPage& page : pages) {
    const bool is_copy = std::ranges::any_of(
        distinct, [&](const TextPage* earlier) { return are_copies(*earlier, page); });
    if (!is_copy) distinct.push_back(&page);
  }
  return distinct;
}

// Other pages of the site, without the first copy of the page, and without a copy under another
// title.
inline std::vector<const TextPage*> other_pages(const std::vector<TextPage>& pages,
                                                const TextPage& page) {
  std::vector<const TextPage*> others = distinct_pages(pages);
  const auto own =
      std::ranges::find_if(others, [&](const TextPage* other) { return are_copies(*other, page); });
  if (own != others.end()) others.erase(own);
  for (const TextPage* const candidate : others) {
    std::uint64_t all = 0;
    std::uint64_t shared = 0;
    for (const maintext::Block& block : page.blocks) {
      std::size_t with = 0;
      for (const TextPage* const other : others) with += other->keys().count(block.key);
      if (with > 1) continue;
      all += block.words;
      if (with == 1 && candidate->keys().count(block.key) > 0) shared += block.words;
    }
    if (shared > 0 && 10 * shared >= 9 * all) {
      std::erase(others, candidate);
      break;
    }
  }
  return others;
}

}  // namespace pagekin::reference
