// Whether two sequences are equal up to one inserted, deleted or changed byte.
//
// Such sequences have a common beginning. After it they are equal if the next byte of the
// longer one (of both, if they have the same length) is skipped.
//
// Cost: time linear in the shorter sequence, no memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

namespace pagekin::sketch {

// Whether the Levenshtein distance of a and b is at most 1.
inline bool within_one_edit(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b) {
  if (a.size() < b.size()) std::swap(a, b);
  if (a.size() - b.size() > 1) return false;

  std::size_t same = 0;
  for (std::uint64_t x = 0, y = 0; same + 8 <= b.size(); same += 8) {
    std::memcpy(&x, &a[same], 8);
    std::memcpy(&y, &b[same], 8);
    if (x != y) break;
  }
  while (same < b.size() && a[same] == b[same]) ++same;
  if (same == b.size()) return true;

  const auto rest_of_a = a.subspan(same + 1);
  const auto rest_of_b = b.subspan(a.size() == b.size() ? same + 1 : same);
  return rest_of_a.empty() ||
         std::memcmp(rest_of_a.data(), rest_of_b.data(), rest_of_a.size()) == 0;
}

}  // namespace pagekin::sketch
