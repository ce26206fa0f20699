// What belongs to a template and not to one of its pages: labels, class names and ids that recur.
//
// A text of at most kMaxLabelBytes bytes that is on kLabelShare of the pages is a label; a class
// name or id on kStableShare of them is stable. Others are content or the state of a page.
//
// Cost: time linear in the pages; memory of one entry for each distinct text and name.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "pagekin/core/key_numbers.h"
#include "pagekin/core/page_count.h"
#include "pagekin/wrapper/page_slots.h"
#include "pagekin/wrapper/value_text.h"

namespace pagekin::wrapper {

// A set of hashes that is quick to look up.
class HashSet {
 public:
  HashSet() = default;
  explicit HashSet(std::vector<std::uint64_t> hashes);

  bool contains(std::uint64_t hash) const {
    return numbers_.find(hash, [&](std::uint32_t number) { return sorted_[number]; }).has_value();
  }
  // Ascending.
  const std::vector<std::uint64_t>& sorted() const { return sorted_; }

 private:
  std::vector<std::uint64_t> sorted_;
  KeyNumbers numbers_;  // places in it
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
  // Pages by hash.
  class Counts {
   public:
    // Counts a page once.
    void add(std::uint64_t hash, std::uint32_t page) {
      const auto next = static_cast<std::uint32_t>(entries_.size());
      const std::uint32_t number = numbers_.find_or_add(hash, next, HashOf{entries_});
      if (number == next) entries_.push_back({.hash = hash});
      entries_[number].count.add(page);
    }
    std::uint32_t pages_with(std::uint64_t hash) const {
      const std::optional<std::uint32_t> number = numbers_.find(hash, HashOf{entries_});
      return number ? entries_[*number].count.pages() : 0;
    }
    std::vector<std::uint64_t> at_least(double pages) const;

   private:
    struct Entry {
      std::uint64_t hash = 0;
      PageCount count;
    };
    struct HashOf {
      const std::vector<Entry>& entries;
      std::uint64_t operator()(std::uint32_t number) const { return entries[number].hash; }
    };

    KeyNumbers numbers_;  // of entries
    std::vector<Entry> entries_;
  };

  std::uint32_t pages_ = 0;
  Counts labels_;
  Counts names_;
  Counts values_;
};

}  // namespace pagekin::wrapper
