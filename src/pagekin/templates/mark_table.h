// A hash table from marks to numbers, seeded so that no marks can be chosen to collide. Open
// addressing with linear probing. It is a table of its own because core/key_numbers.h would
// need the marks in a list beside it.
//
// Cost: 16 to 32 bytes a mark.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "pagekin/core/hash.h"

namespace pagekin::templates {

class MarkTable {
 public:
  MarkTable() = default;

  // Returns the number of a mark, which is 0 for a new one. Valid until the next call.
  std::uint32_t& operator[](std::uint64_t mark) {
    if (4 * (size_ + 1) > 3 * marks_.size()) grow();
    const std::size_t at = place_of(mark);
    if (!is_used_[at]) {
      is_used_[at] = true;
      marks_[at] = mark;
      ++size_;
    }
    return values_[at];
  }

  const std::uint32_t* find(std::uint64_t mark) const {
    if (marks_.empty()) return nullptr;
    const std::size_t at = place_of(mark);
    return is_used_[at] ? &values_[at] : nullptr;
  }

  std::size_t size() const { return size_; }

  // Visits all entries. The order differs from run to run, so no result may depend on it.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (std::size_t i = 0; i < marks_.size(); ++i) {
      if (is_used_[i]) visit(marks_[i], values_[i]);
    }
  }

 private:
  // Returns the slot of the mark, or the free slot where it belongs.
  std::size_t place_of(std::uint64_t mark) const {
    const std::size_t mask = marks_.size() - 1;
    std::size_t at = static_cast<std::size_t>(mix(mark ^ seed_)) & mask;
    while (is_used_[at] && marks_[at] != mark) at = (at + 1) & mask;
    return at;
  }

  void grow() {
    MarkTable larger(marks_.empty() ? 64 : 2 * marks_.size());
    for_each([&](std::uint64_t mark, std::uint32_t value) { larger[mark] = value; });
    *this = std::move(larger);
  }

  explicit MarkTable(std::size_t places) : marks_(places), values_(places), is_used_(places) {}

  std::uint64_t seed_ = process_seed();
  std::size_t size_ = 0;
  // By slot; a power of two of them, at most three quarters used.
  std::vector<std::uint64_t> marks_;
  std::vector<std::uint32_t> values_;
  std::vector<bool> is_used_;
};

}  // namespace pagekin::templates
