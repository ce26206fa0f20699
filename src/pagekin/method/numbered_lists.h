// Lists of 64-bit values, one list a page, in one or two bytes a value. Equal lists are
// stored once.
//
// Values are numbered in the order of their first occurrence. Pages of one site have most
// values in common, and in the same order, so the differences between consecutive numbers
// are small.
//
// Cost: expected time O(1) a value; memory 14 to 19 bytes a different value, 13 to 19 bytes
// and its packed bytes a different list, 4 bytes a list. On seven real sites, links with
// their XPaths took 1.2 to 3.4 bytes a link, and sets of tag paths 2 to 25 bytes a page.
// Limits: 2^32 - 1 different values and lists.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/core/byte_strings.h"
#include "pagekin/core/key_numbers.h"

namespace pagekin::method {

class NumberedLists {
 public:
  enum class Kind {
    kSet,       // the order does not matter and is not kept
    kSequence,  // the order is kept
    kPairs,     // the order is kept, and differences are between every second value
  };

  explicit NumberedLists(Kind kind) : kind_(kind) {}

  std::size_t size() const { return lists_.size(); }
  void add(std::span<const std::uint64_t> list);

  // Sets are returned sorted, by value or by number.
  std::vector<std::uint64_t> values(std::size_t list) const;
  std::vector<std::uint32_t> numbers(std::size_t list) const;

  // Returns the number of a value. A new value gets the next number.
  std::uint32_t number_of(std::uint64_t value);
  std::size_t value_count() const { return values_.size(); }
  std::size_t different_lists() const { return keys_.size(); }

 private:
  Kind kind_;
  std::vector<std::uint64_t> values_;  // by number
  KeyNumbers numbers_;
  std::vector<std::uint64_t> keys_;  // by different list: its hash
  KeyNumbers by_key_;
  ByteStrings packed_;                // by different list
  std::vector<std::uint32_t> lists_;  // by list: its different list
};

}  // namespace pagekin::method
