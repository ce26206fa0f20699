#include "pagekin/wrapper/values_in_order.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace pagekin::wrapper {
namespace {

constexpr std::uint32_t kMostSpan = 2;  // of a second copy, by that of the shortest

}  // namespace

std::vector<SlotRange> values_in_order(std::span<const std::vector<SlotRange>> places) {
  std::vector<std::vector<SlotRange>> copies;
  if (places.empty()) return {};
  for (const SlotRange& begin : places.front()) {
    std::vector<SlotRange> copy{begin};
    for (const std::vector<SlotRange>& next : places.subspan(1)) {
      const auto at = std::ranges::upper_bound(next, copy.back().last, {}, &SlotRange::first);
      if (at == next.end()) break;
      copy.push_back(*at);
    }
    if (copy.size() < places.size()) break;
    // Of copies with one end the shortest counts, which begins last.
    if (!copies.empty() && copies.back().back() == copy.back()) copies.pop_back();
    copies.push_back(std::move(copy));
  }
  if (copies.empty()) return {};
  const auto span_of = [](const std::vector<SlotRange>& copy) {
    return copy.back().last - copy.front().first + 1;
  };
  const std::uint32_t shortest = span_of(*std::ranges::min_element(copies, {}, span_of));
  std::vector<SlotRange> chosen;
  for (const std::vector<SlotRange>& copy : copies) {
    if (span_of(copy) <= kMostSpan * shortest)
      chosen.insert(chosen.end(), copy.begin(), copy.end());
  }
  std::ranges::sort(chosen, {}, &SlotRange::first);
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

}  // namespace pagekin::wrapper
