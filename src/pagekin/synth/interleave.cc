#include "pagekin/synth/interleave.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

namespace pagekin::synth {

Interleave::Interleave(std::vector<std::uint64_t> lengths, unsigned max_round_bits)
    : lengths_(std::move(lengths)) {
  std::uint64_t longest = 1;
  for (const std::uint64_t length : lengths_) longest = std::max(longest, length);
  round_bits_ = std::min(static_cast<unsigned>(std::bit_width(longest - 1)), max_round_bits);
  const std::uint64_t rounds = std::uint64_t{1} << round_bits_;
  round_starts_.assign(rounds + 1, 0);
  for (std::uint64_t round = 1; round <= rounds; ++round) {
    for (const std::uint64_t length : lengths_) round_starts_[round] += delivered(length, round);
  }
}

// The last round that starts at `position` or before it.
std::uint64_t Interleave::round_of(std::uint64_t position) const {
  const auto next = std::upper_bound(round_starts_.begin(), round_starts_.end(), position);
  return static_cast<std::uint64_t>(next - round_starts_.begin()) - 1;
}

Interleave::Place Interleave::at(std::uint64_t position) const {
  assert(position < size());
  const std::uint64_t round = round_of(position);
  std::uint64_t left = position - round_starts_[round];
  for (std::uint32_t which = 0;; ++which) {
    const std::uint64_t first = delivered(lengths_[which], round);
    const std::uint64_t count = delivered(lengths_[which], round + 1) - first;
    if (left < count) return {which, first + left};
    left -= count;
  }
}

std::vector<std::uint64_t> Interleave::before(std::uint64_t position) const {
  assert(position <= size());
  const std::uint64_t round = round_of(position);
  std::uint64_t left = position - round_starts_[round];
  std::vector<std::uint64_t> counts;
  counts.reserve(lengths_.size());
  for (const std::uint64_t length : lengths_) {
    const std::uint64_t first = delivered(length, round);
    // At the end nothing is left, and there is no further round.
    const std::uint64_t count = left == 0 ? 0 : delivered(length, round + 1) - first;
    counts.push_back(first + std::min(left, count));
    left -= std::min(left, count);
  }
  return counts;
}

}  // namespace pagekin::synth
