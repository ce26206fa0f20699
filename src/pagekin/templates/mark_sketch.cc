#include "pagekin/templates/mark_sketch.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/features/marks.h"

namespace pagekin::templates {
namespace {

constexpr std::size_t kMostSketched = 440;
constexpr std::uint64_t kPlacesAMark = 64;
static_assert(kPlacesAMark == 64, "one number holds the places of a mark");
// Marks a step of 255 or more: 255 is added and the next byte continues.
constexpr std::uint8_t kLonger = 255;
constexpr std::uint32_t kAll = UINT32_MAX;
// Flag in the header: not all marks are in the sketch, and the bounds follow.
constexpr std::size_t kInPart = 0x8000;

bool is_text(std::uint64_t mark) {
  return features::kind_of(mark) == features::MarkKind::kText ||
         features::kind_of(mark) == features::MarkKind::kId;
}

// Decides which marks are in the sketch if not all can be. Independent of the hash for
// places.
std::uint32_t rank(std::uint64_t mark) {
  return static_cast<std::uint32_t>(mix(mark ^ 0x5bd1'e995'6a09'e667) >> 32);
}

std::uint32_t place_hash(std::uint64_t mark) { return static_cast<std::uint32_t>(mix(mark) >> 32); }

std::uint64_t place(std::uint64_t mark, std::uint64_t places) {
  return place_of_hash(place_hash(mark), places);
}

// Returns the bound below which `most` of the ranks lie. Marks of equal rank are in or out
// together.
std::uint32_t bound_of(std::vector<std::uint32_t>& ranks, std::size_t most) {
  if (ranks.size() <= most) return kAll;
  const auto at = ranks.begin() + static_cast<std::ptrdiff_t>(most);
  std::nth_element(ranks.begin(), at, ranks.end());
  return *at;
}

// Appends the steps between the places of the marks. The places are put in order by one bit for
// each place, faster than by sorting.
void append_steps(MarkSet marks, std::string& out) {
  const std::uint64_t places = kPlacesAMark * marks.size();
  std::vector<std::uint64_t> is_taken(marks.size());
  std::vector<std::uint64_t> again;  // places that further marks have
  for (const std::uint64_t mark : marks) {
    const std::uint64_t at = place(mark, places);
    const std::uint64_t bit = std::uint64_t{1} << (at % 64);
    if ((is_taken[at / 64] & bit) != 0) again.push_back(at);
    is_taken[at / 64] |= bit;
  }
  std::sort(again.begin(), again.end());
  std::uint64_t last = 0;
  auto next_again = again.begin();
  for (std::uint64_t word = 0; word < is_taken.size(); ++word) {
    for (std::uint64_t bits = is_taken[word]; bits != 0; bits &= bits - 1) {
      const std::uint64_t at = 64 * word + static_cast<std::uint64_t>(std::countr_zero(bits));
      std::uint64_t step = at - std::exchange(last, at);
      for (; step >= kLonger; step -= kLonger) out += static_cast<char>(kLonger);
      out += static_cast<char>(step);
      for (; next_again != again.end() && *next_again == at; ++next_again) out += '\0';
    }
  }
}

}  // namespace

void append_sketch(MarkSet marks, std::string& out) {
  std::uint32_t texts_kept = kAll;
  std::uint32_t others_kept = kAll;
  if (marks.size() > kMostSketched) {
    std::vector<std::uint32_t> texts;
    std::vector<std::uint32_t> others;
    for (const std::uint64_t mark : marks) (is_text(mark) ? texts : others).push_back(rank(mark));
    const std::size_t most_others = std::min(others.size(), kMostSketched * 3 / 4);
    texts_kept = bound_of(texts, kMostSketched - most_others);
    others_kept =
        bound_of(others, kMostSketched - std::min(texts.size(), kMostSketched - most_others));
  }
  std::vector<std::uint64_t> kept;
  for (const std::uint64_t mark : marks) {
    const std::uint32_t bound = is_text(mark) ? texts_kept : others_kept;
    if (bound == kAll || rank(mark) < bound) kept.push_back(mark);
  }
  const bool is_whole = texts_kept == kAll && others_kept == kAll;
  const auto head = static_cast<std::uint16_t>(kept.size() | (is_whole ? 0 : kInPart));
  out += bytes_of(head);
  if (!is_whole) {
    out += bytes_of(texts_kept);
    out += bytes_of(others_kept);
  }
  append_steps(kept, out);
}

std::string_view take_sketch(ByteReader& bytes) {
  ByteReader ahead = bytes;
  const std::size_t before = ahead.left();
  const auto head = ahead.number<std::uint16_t>();
  const std::size_t count = head & ~kInPart;
  if ((head & kInPart) != 0) ahead.bytes(2 * sizeof(std::uint32_t));
  for (std::size_t taken = 0; taken < count;) {
    if (ahead.number<std::uint8_t>() != kLonger) ++taken;
  }
  return bytes.bytes(before - ahead.left());
}

SketchedMark::SketchedMark(std::uint64_t mark)
    : hash(place_hash(mark)), rank(templates::rank(mark)), is_text(templates::is_text(mark)) {}

OpenSketch::OpenSketch(std::string_view sketch) {
  ByteReader bytes(sketch);
  const auto head = bytes.number<std::uint16_t>();
  const std::size_t count = head & ~kInPart;
  if ((head & kInPart) != 0) {
    texts_kept_ = bytes.number<std::uint32_t>();
    others_kept_ = bytes.number<std::uint32_t>();
  }
  places_ = kPlacesAMark * count;
  taken_.reserve(count);
  is_taken_.resize(std::max<std::size_t>(1, count));  // 64 places a mark
  std::uint32_t at = 0;
  while (taken_.size() < count) {
    const auto step = bytes.number<std::uint8_t>();
    at += step;
    if (step == kLonger) continue;
    taken_.push_back(at);
    // Bytes of a damaged file may lead beyond the last place.
    if (at < places_) is_taken_[at / 64] |= std::uint64_t{1} << (at % 64);
  }
}

std::uint32_t OpenSketch::place_of(std::uint64_t mark) const {
  return static_cast<std::uint32_t>(place(mark, places_));
}

}  // namespace pagekin::templates
