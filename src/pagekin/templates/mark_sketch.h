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
// Cost: time O(m) to make and to open, O(1) for a lookup; at most about 480 bytes, and
// 12 bytes a mark while it is open.
#pragma once

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

// Returns the place of a mark with this hash among `places`.
inline std::uint64_t place_of_hash(std::uint32_t hash, std::uint64_t places) {
  return hash * places >> 32;
}

// What sketches know of a mark. It is the same for all sketches.
struct SketchedMark {
  SketchedMark() = default;
  explicit SketchedMark(std::uint64_t mark);

  std::uint32_t hash = 0;  // for its place
  std::uint32_t rank = 0;  // decides whether it is in a sketch that does not hold all marks
  bool is_text = false;
};

class OpenSketch {
 public:
  explicit OpenSketch(std::string_view sketch);

  enum class Answer { kNo, kYes, kUnknown };
  Answer has(const SketchedMark& mark) const {
    const std::uint32_t bound = mark.is_text ? texts_kept_ : others_kept_;
    if (bound != UINT32_MAX && mark.rank >= bound) return Answer::kUnknown;
    const std::uint64_t place = place_of_hash(mark.hash, places_);
    return (is_taken_[place / 64] >> (place % 64) & 1) != 0 ? Answer::kYes : Answer::kNo;
  }
  Answer has(std::uint64_t mark) const { return has(SketchedMark(mark)); }

  // The occupied places, ascending; the number of all places; and the place of a mark.
  // Place p of n holds the marks whose 32-bit hash h has h n / 2^32 in [p, p + 1).
  std::span<const std::uint32_t> taken() const { return taken_; }
  std::uint64_t places() const { return places_; }
  std::uint32_t place_of(std::uint64_t mark) const;

 private:
  std::uint32_t texts_kept_ = UINT32_MAX;   // text marks with a smaller hash are in the sketch
  std::uint32_t others_kept_ = UINT32_MAX;  // as above, for all other marks
  std::uint64_t places_ = 0;
  std::vector<std::uint32_t> taken_;     // ascending
  std::vector<std::uint64_t> is_taken_;  // the same, one bit a place
};

}  // namespace pagekin::templates
