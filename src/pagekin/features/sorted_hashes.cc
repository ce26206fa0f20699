#include "pagekin/features/sorted_hashes.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <span>

namespace pagekin::features {
namespace {

// Longer buckets are sorted first, so that hashes chosen to fall into one bucket cost no
// more than others.
constexpr std::uint32_t kLongBucket = 16;

// Fast if each value is already near its position.
void insertion_sort(std::span<std::uint64_t> values) {
  for (std::size_t i = 1; i < values.size(); ++i) {
    const std::uint64_t value = values[i];
    std::size_t hole = i;
    for (; hole > 0 && values[hole - 1] > value; --hole) values[hole] = values[hole - 1];
    values[hole] = value;
  }
}

// Returns the hashes in order, valid until the next call in this thread.
std::span<std::uint64_t> sorted(std::span<const std::uint64_t> hashes) {
  thread_local std::vector<std::uint64_t> dealt;
  thread_local std::vector<std::uint32_t> ends;
  dealt.resize(hashes.size());
  if (hashes.size() < 2 || hashes.size() >= UINT32_MAX) {
    std::ranges::copy(hashes, dealt.begin());
    std::ranges::sort(dealt);
    return dealt;
  }

  ends.assign(2 * std::bit_floor(hashes.size()), 0);
  const int shift = 64 - std::countr_zero(ends.size());
  for (const std::uint64_t hash : hashes) ++ends[hash >> shift];
  std::uint32_t begin = 0;
  std::uint32_t longest = 0;
  for (std::uint32_t& end : ends) {
    const std::uint32_t count = end;
    longest = std::max(longest, count);
    end = begin;
    begin += count;
  }
  for (const std::uint64_t hash : hashes) dealt[ends[hash >> shift]++] = hash;

  if (longest > kLongBucket) {
    begin = 0;
    for (const std::uint32_t end : ends) {
      if (end - begin > kLongBucket) std::sort(dealt.data() + begin, dealt.data() + end);
      begin = end;
    }
  }
  insertion_sort(dealt);
  return dealt;
}

}  // namespace

void sort_hashes(std::vector<std::uint64_t>& hashes) {
  const std::span<std::uint64_t> all = sorted(hashes);
  hashes = std::vector(all.begin(), all.end());
}

void make_set(std::vector<std::uint64_t>& hashes) {
  const std::span<std::uint64_t> all = sorted(hashes);
  hashes = std::vector(all.begin(), std::unique(all.begin(), all.end()));
}

}  // namespace pagekin::features
