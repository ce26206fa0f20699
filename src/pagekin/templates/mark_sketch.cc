#include "pagekin/templates/mark_sketch.h"

#include <algorithm>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/features/marks.h"

namespace pagekin::templates {
namespace {

constexpr std::size_t kMostSketched = 440;
constexpr std::uint64_t kPlacesAMark = 64;
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

std::uint64_t place(std::uint64_t mark, std::uint64_t places) {
  return (mix(mark) >> 32) * places >> 32;
}

// Returns the bound below which `most` of the ranks lie. Marks of equal rank are in or out
// together.
std::uint32_t bound_of(std::vector<std::uint32_t>& ranks, std::size_t most) {
  if (ranks.size() <= most) return kAll;
  const auto at = ranks.begin() + static_cast<std::ptrdiff_t>(most);
  std::nth_element(ranks.begin(), at, ranks.end());
  return *at;
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
  const std::uint64_t places = kPlacesAMark * kept.size();
  for (std::uint64_t& mark : kept) mark = place(mark, places);
  std::sort(kept.begin(), kept.end());

  const bool is_whole = texts_kept == kAll && others_kept == kAll;
  const auto head = static_cast<std::uint16_t>(kept.size() | (is_whole ? 0 : kInPart));
  out += bytes_of(head);
  if (!is_whole) {
    out += bytes_of(texts_kept);
    out += bytes_of(others_kept);
  }
  std::uint64_t last = 0;
  for (const std::uint64_t taken : kept) {
    std::uint64_t step = taken - std::exchange(last, taken);
    for (; step >= kLonger; step -= kLonger) out += static_cast<char>(kLonger);
    out += static_cast<char>(step);
  }
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
  std::uint32_t at = 0;
  while (taken_.size() < count) {
    const auto step = bytes.number<std::uint8_t>();
    at += step;
    if (step != kLonger) taken_.push_back(at);
  }
}

std::uint32_t OpenSketch::place_of(std::uint64_t mark) const {
  return static_cast<std::uint32_t>(place(mark, places_));
}

OpenSketch::Answer OpenSketch::has(std::uint64_t mark) const {
  const std::uint32_t bound = is_text(mark) ? texts_kept_ : others_kept_;
  if (bound != kAll && rank(mark) >= bound) return Answer::kUnknown;
  const bool taken = std::binary_search(taken_.begin(), taken_.end(), place_of(mark));
  return taken ? Answer::kYes : Answer::kNo;
}

}  // namespace pagekin::templates
