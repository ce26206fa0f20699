// The obvious twin of maintext/site_texts.h: compares every pair of pages, and counts by looking at
// all of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "pagekin/maintext/page_blocks.h"
#include "pagekin/skeleton/places.h"

namespace pagekin::reference {

struct TextPage {
  std::uint64_t title = 0;
  bool has_h1 = false;
  std::vector<maintext::Block> blocks;
  std::set<std::uint64_t> headlines;
  std::set<std::uint64_t> headings;
  std::set<std::uint64_t> passages;

  std::set<std::uint64_t> keys() const {
    std::set<std::uint64_t> all;
    for (const maintext::Block& block : blocks) {
      if (block.key != 0) all.insert(block.key);
    }
    return all;
  }
};

inline bool are_copies(const TextPage& a, const TextPage& b) {
  if (a.title != b.title || a.has_h1 != b.has_h1) return false;
  const std::set<std::uint64_t> x = a.keys();
  const std::set<std::uint64_t> y = b.keys();
  std::set<std::uint64_t> both = x;
  both.insert(y.begin(), y.end());
  std::size_t common = 0;
  for (const std::uint64_t key : x) common += y.count(key);
  return a.has_h1 ? 10 * common >= 9 * both.size() : x == y;
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

inline std::size_t pages_with(const std::vector<const TextPage*>& pages, std::uint64_t key) {
  return static_cast<std::size_t>(std::ranges::count_if(
      pages, [&](const TextPage* page) { return page->keys().count(key) > 0; }));
}

inline std::uint64_t words_in_paragraphs(const TextPage& page) {
  std::uint64_t words = 0;
  for (const maintext::Block& block : page.blocks) {
    if (block.is_prose(10)) words += block.words;
  }
  return words;
}

// Whether the pages share half of the words in paragraphs of one of them; or half of those of the
// page that at most half of the other pages have.
inline bool shares_half(const TextPage& other, const TextPage& page,
                        const std::vector<const TextPage*>& others) {
  for (const bool only_rare : {false, true}) {
    std::uint64_t all = 0;
    std::uint64_t shared = 0;
    for (const maintext::Block& block : page.blocks) {
      if (!block.is_prose(10)) continue;
      if (only_rare && block.key != 0 && 2 * pages_with(others, block.key) > others.size())
        continue;
      all += block.words;
      if (block.key != 0 && other.keys().count(block.key) > 0) shared += block.words;
    }
    if (!only_rare) all = std::min(all, words_in_paragraphs(other));
    if (shared > 0 && 2 * shared >= all) return true;
  }
  return false;
}

// Of the other pages with the block, those on which it is not a part of the page.
inline std::size_t strangers_with(const std::vector<TextPage>& pages, const TextPage& page,
                                  const maintext::Block& block) {
  const std::vector<const TextPage*> others = other_pages(pages, page);
  const std::vector<const TextPage*> distinct = distinct_pages(pages);
  const auto is_name_of_site = [&](std::uint64_t headline) {
    const auto with = static_cast<std::size_t>(std::ranges::count_if(
        distinct, [&](const TextPage* one) { return one->headlines.count(headline) > 0; }));
    return with > 1 && 10 * with >= 9 * distinct.size();
  };
  const auto shows_it = [&](const TextPage& other) {
    return std::ranges::any_of(page.headlines, [&](std::uint64_t headline) {
      return !is_name_of_site(headline) && other.headings.count(headline) > 0 &&
             (shares_half(other, page, others) ||
              other.passages.count(skeleton::combine(headline, block.key)) > 0);
    });
  };
  return static_cast<std::size_t>(std::ranges::count_if(others, [&](const TextPage* other) {
    return block.key != 0 && other->keys().count(block.key) > 0 &&
           !(block.is_prose(0) && shows_it(*other));
  }));
}

}  // namespace pagekin::reference
