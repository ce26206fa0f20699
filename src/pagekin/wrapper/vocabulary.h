// What belongs to a template and not to one of its pages: labels, class names and ids that recur.
//
// A text of at most kMaxLabelBytes bytes that is on kLabelShare of the pages is a label; a class
// name or id on kStableShare of them is stable. Others are content or the state of a page.
//
// Cost: time linear in the pages; memory of one entry for each distinct text and name.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "pagekin/wrapper/page_slots.h"
#include "pagekin/wrapper/value_text.h"

namespace pagekin::wrapper {

// A set of hashes that is quick to look up: open addressing, at most half of the slots in use.
class HashSet {
 public:
  HashSet() = default;
  explicit HashSet(std::vector<std::uint64_t> hashes);

  bool contains(std::uint64_t hash) const {
    if (slots_.empty()) return false;
    for (std::size_t at = mix_place(hash);; at = (at + 1) & (slots_.size() - 1)) {
      if (slots_[at] == hash) return true;
      if (slots_[at] == 0) return false;
    }
  }
  // Ascending.
  const std::vector<std::uint64_t>& sorted() const { return sorted_; }

 private:
  std::size_t mix_place(std::uint64_t hash) const {
    return (hash * 0x9e3779b97f4a7c15) >> shift_;
  }
  std::vector<std::uint64_t> sorted_;
  std::vector<std::uint64_t> slots_;
  unsigned shift_ = 63;
};

struct Vocabulary {
  HashSet labels;  // Slot::label
  HashSet stable;  // class names (PageSlots::tokens) and ids (Element::id)
};

struct VocabularyShares {
  double label = 0.3;
  double stable = 0.5;
};

// Counts on how many pages each text and name occurs.
class VocabularyCounter {
 public:
  void add(const PageSlots& page);
  Vocabulary finish(const VocabularyShares& shares = {}) const;

  // Of the values of texts: on how many pages a value is.
  std::uint32_t pages_with(std::uint64_t value_hash) const {
    const auto found = values_.find(value_hash);
    return found == values_.end() ? 0 : found->second.pages;
  }
  std::uint32_t pages() const { return pages_; }

 private:
  struct Count {
    std::uint32_t pages = 0;
    std::uint32_t last = 0;  // the page that was counted last, from 1
  };
  using Counts = std::unordered_map<std::uint64_t, Count>;
  void count(Counts& counts, std::uint64_t hash) const {
    Count& one = counts[hash];
    if (one.last == pages_) return;
    one.last = pages_;
    ++one.pages;
  }

  std::uint32_t pages_ = 0;
  Counts labels_;
  Counts names_;
  Counts values_;
};

}  // namespace pagekin::wrapper
