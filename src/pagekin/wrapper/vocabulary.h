// What belongs to a template and not to one of its pages: labels, class names and ids that recur.
//
// A text of at most kMaxLabelBytes bytes that is on kLabelShare of the pages is a label; a class
// name or id on kStableShare of them is stable. Others are content or the state of a page.
//
// Cost: time linear in the pages; memory of one entry for each distinct text and name.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/core/hash.h"
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
  std::size_t mix_place(std::uint64_t hash) const { return (hash * 0x9e3779b97f4a7c15) >> shift_; }
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
    return values_.pages_with(value_hash);
  }
  std::uint32_t pages() const { return pages_; }

 private:
  // Pages by hash: open addressing, at most half of the slots in use. The place of a hash is mixed
  // with a number of this process, so that hashes cannot be chosen to collide.
  class Counts {
   public:
    // Counts a page once.
    void add(std::uint64_t hash, std::uint32_t page) {
      if (2 * (used_ + 1) > entries_.size()) grow();
      Entry& entry = find(hash);
      if (entry.last == page) return;
      used_ += entry.pages == 0 ? 1 : 0;
      entry.hash = hash;
      entry.last = page;
      ++entry.pages;
    }
    std::uint32_t pages_with(std::uint64_t hash) const {
      return entries_.empty() ? 0 : const_cast<Counts*>(this)->find(hash).pages;
    }
    std::vector<std::uint64_t> at_least(double pages) const;

   private:
    struct Entry {
      std::uint64_t hash = 0;
      std::uint32_t pages = 0;  // 0: free
      std::uint32_t last = 0;   // the page that was counted last, from 1
    };
    Entry& find(std::uint64_t hash) {
      const std::size_t mask = entries_.size() - 1;
      std::size_t at = static_cast<std::size_t>(mix(hash ^ seed_)) & mask;
      while (entries_[at].pages != 0 && entries_[at].hash != hash) at = (at + 1) & mask;
      return entries_[at];
    }
    void grow();

    std::uint64_t seed_ = process_seed();
    std::size_t used_ = 0;
    std::vector<Entry> entries_;
  };

  std::uint32_t pages_ = 0;
  Counts labels_;
  Counts names_;
  Counts values_;
};

}  // namespace pagekin::wrapper
