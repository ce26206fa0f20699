// Sets of marks, of the pages of one site, in about a byte a mark.
//
// Marks that are in several sets are numbered, those with the same sets side by side, so
// that what a template leaves in a page is a few runs of numbers. A set is kept as its runs
// and, for marks that have no number, the steps from one to the next. Numbers are given anew
// when a quarter of all marks came without one since they were given the last time.
//
// Cost: time O(m log m) to take back a set of m marks, the same on average to add one; of
// synthetic pages with 190 marks, 31 of which are found on no other, 200 bytes each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "pagekin/core/byte_reader.h"
#include "pagekin/core/byte_strings.h"
#include "pagekin/core/key_numbers.h"
#include "pagekin/templates/recurring_marks.h"

namespace pagekin::templates {

class PackedSets {
 public:
  std::size_t size() const { return sets_.size(); }

  // Sets are sorted and have no mark twice.
  void add(MarkSet set);
  void replace(std::size_t i, MarkSet set);
  std::vector<std::uint64_t> operator[](std::size_t i) const;

  // Hands over, in pieces, what is there; load() takes it up in its place. Throws Error for
  // bytes that save() does not write.
  void save(const std::function<void(std::string_view)>& write) const;
  void load(ByteReader& bytes);

 private:
  auto mark_by_number() const {
    return [this](std::uint32_t number) { return numbered_[number]; };
  }
  struct Parts {
    std::vector<std::uint32_t> numbers;  // ascending
    std::vector<std::uint64_t> others;   // marks that have no number, ascending
  };
  Parts parts_of(MarkSet set) const;
  Parts take(ByteReader& bytes) const;
  Parts parts(std::size_t i) const;
  std::vector<std::uint64_t> marks_to_number() const;
  void number_anew();

  std::vector<std::uint64_t> numbered_;  // marks by number
  KeyNumbers numbers_;
  ByteStrings sets_;
  std::size_t marks_ = 0;  // of all sets that were added
  std::size_t since_ = 0;  // of these, without a number since numbers were given
};

}  // namespace pagekin::templates
