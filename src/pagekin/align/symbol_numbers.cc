#include "pagekin/align/symbol_numbers.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "pagekin/core/scratch_numbers.h"

namespace pagekin::align {

template <class T>
NumberedPair number_symbols(std::span<const T> a, std::span<const T> b) {
  thread_local ScratchNumbers table;
  thread_local std::vector<std::uint32_t> shorter;
  thread_local std::vector<std::uint32_t> longer;
  thread_local std::vector<std::uint32_t> left;  // by number: occurrences not yet found in `longer`

  if (a.size() > b.size()) std::swap(a, b);
  table.start(a.size());
  shorter.clear();
  left.clear();
  for (const T symbol : a) {
    const auto fresh = static_cast<std::uint32_t>(left.size());
    const std::uint32_t number = table.insert(symbol, fresh);
    if (number == fresh) left.push_back(0);
    ++left[number];
    shorter.push_back(number);
  }
  const auto kinds = static_cast<std::uint32_t>(left.size());
  left.push_back(0);
  std::size_t common = 0;
  longer.clear();
  for (const T symbol : b) {
    const std::uint32_t number = table.find(symbol, kinds);
    if (left[number] > 0) {
      --left[number];
      ++common;
    }
    longer.push_back(number);
  }
  return {shorter, longer, kinds, common};
}

template <class T>
std::size_t strip_common_ends(std::span<const T>& a, std::span<const T>& b) {
  const auto [in_a, in_b] = std::ranges::mismatch(a, b);
  const auto prefix = static_cast<std::size_t>(in_a - a.begin());
  a = a.subspan(prefix);
  b = b.subspan(prefix);
  std::size_t suffix = 0;
  while (suffix < a.size() && suffix < b.size() &&
         a[a.size() - 1 - suffix] == b[b.size() - 1 - suffix]) {
    ++suffix;
  }
  a = a.first(a.size() - suffix);
  b = b.first(b.size() - suffix);
  return prefix + suffix;
}

template NumberedPair number_symbols(std::span<const std::uint8_t>, std::span<const std::uint8_t>);
template NumberedPair number_symbols(std::span<const std::uint32_t>,
                                     std::span<const std::uint32_t>);
template NumberedPair number_symbols(std::span<const std::uint64_t>,
                                     std::span<const std::uint64_t>);
template std::size_t strip_common_ends(std::span<const std::uint8_t>&,
                                       std::span<const std::uint8_t>&);
template std::size_t strip_common_ends(std::span<const std::uint32_t>&,
                                       std::span<const std::uint32_t>&);
template std::size_t strip_common_ends(std::span<const std::uint64_t>&,
                                       std::span<const std::uint64_t>&);

}  // namespace pagekin::align
