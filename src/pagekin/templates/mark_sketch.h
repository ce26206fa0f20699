// A page's marks in about a byte each, for pages that are only to be placed.
//
// Marks are hashed into 64 times as many places as there are marks; kept are the steps from
// one taken place to the next, a byte each but for the few that are longer. A mark that is
// in the page is found; one that is not seems to be there once in 64 times. Of pages with
// very many marks those are kept that make templates rather than those that may be content.
//
// Source: Golomb-coded sets (Putze, Sanders, Singler: Cache-, Hash- and Space-Efficient
// Bloom Filters, 2007), with bytes instead of bits.
// Cost: time O(m log m) to make, O(m) to open, O(log m) to ask; at most some 480 bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/byte_reader.h"
#include "pagekin/templates/recurring_marks.h"

namespace pagekin::templates {

// Appends the sketch of the marks.
void append_sketch(MarkSet marks, std::string& out);

// Takes a sketch, as it is, from the front. Throws Error where there is none.
std::string_view take_sketch(ByteReader& bytes);

class OpenSketch {
 public:
  explicit OpenSketch(std::string_view sketch);

  enum class Answer { kNo, kYes, kUnknown };
  Answer has(std::uint64_t mark) const;

  // The taken places, ascending, out of how many; and which of them a mark would take.
  // Place p of n holds marks whose hashes h, of 32 bits, have h n / 2^32 in [p, p + 1).
  std::span<const std::uint32_t> taken() const { return taken_; }
  std::uint64_t places() const { return places_; }
  std::uint32_t place_of(std::uint64_t mark) const;

 private:
  std::uint32_t texts_kept_ = UINT32_MAX;   // marks of texts with a smaller hash are kept
  std::uint32_t others_kept_ = UINT32_MAX;  // the same for all others
  std::uint64_t places_ = 0;
  std::vector<std::uint32_t> taken_;  // ascending
};

}  // namespace pagekin::templates
