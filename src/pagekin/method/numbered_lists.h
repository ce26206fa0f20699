// Lists of 64-bit values, a list a page, equal ones kept once, in a byte or two a value.
//
// Values are numbered as they first come. Pages of one site have most of theirs in common
// and in common order, so that the step from one number to the next is short.
//
// Cost: time O(1) expected a value; memory 14 to 19 bytes a different value, 13 to 19 and
// its bytes a different list, 4 bytes a list. On seven real sites links with their XPaths
// took 1.2 to 3.4 bytes a link, sets of tag paths 2 to 25 bytes a page.
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
    kSet,       // the order does not matter, and is lost
    kSequence,  // it does
    kPairs,     // it does, and steps are from one value to the next but one
  };

  explicit NumberedLists(Kind kind) : kind_(kind) {}

  std::size_t size() const { return lists_.size(); }
  void add(std::span<const std::uint64_t> list);

  // Sets are sorted, by value or by number.
  std::vector<std::uint64_t> values(std::size_t list) const;
  std::vector<std::uint32_t> numbers(std::size_t list) const;

  // The number of a value, the next if it has none yet.
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
  std::vector<std::uint32_t> lists_;  // the different list that each is
};

}  // namespace pagekin::method
