// A page's marks in about one byte each, for pages that only need to be assigned to a
// template.
//
// The marks are hashed into 64 times as many places as there are marks. The sketch holds
// the steps between occupied places, one byte each except for a few longer steps. A mark of
// the page is always found; another mark is found by mistake once in 64 times. For pages
// with very many marks, the sketch prefers marks that come from templates to those that may
// be content.
//
// Source: Golomb-coded sets (Putze, Sanders, Singler: Cache-, Hash- and Space-Efficient
// Bloom Filters, 2007), with bytes instead of bits.
// Cost: time O(m log m) to make, O(m) to open, O(log m) for a lookup; at most about 480
// bytes.
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

// Takes the bytes of one sketch from the front. Throws Error if there is none.
std::string_view take_sketch(ByteReader& bytes);

class OpenSketch {
 public:
  explicit OpenSketch(std::string_view sketch);

  enum class Answer { kNo, kYes, kUnknown };
  Answer has(std::uint64_t mark) const;

  // The occupied places, ascending; the number of all places; and the place of a mark.
  // Place p of n holds the marks whose 32-bit hash h has h n / 2^32 in [p, p + 1).
  std::span<const std::uint32_t> taken() const { return taken_; }
  std::uint64_t places() const { return places_; }
  std::uint32_t place_of(std::uint64_t mark) const;

 private:
  std::uint32_t texts_kept_ = UINT32_MAX;   // text marks with a smaller hash are in the sketch
  std::uint32_t others_kept_ = UINT32_MAX;  // as above, for all other marks
  std::uint64_t places_ = 0;
  std::vector<std::uint32_t> taken_;  // ascending
};

}  // namespace pagekin::templates
