// Mixes several sequences into one, each spread evenly over it, with random access.
//
// The mixture consists of rounds; round r of R contains, of a sequence of length c, the items
// ceil(r c / R) to ceil((r + 1) c / R) - 1, so the first items of all sequences come first, and
// every sequence keeps its order.
//
// Cost: R words of memory; a lookup or a count takes O(log R + number of sequences).
#pragma once

#include <cstdint>
#include <vector>

namespace pagekin::synth {

class Interleave {
 public:
  struct Place {
    std::uint32_t which = 0;  // sequence
    std::uint64_t index = 0;  // position in it
  };

  Interleave() = default;
  // There are at most 2^max_round_bits rounds; fewer rounds make longer runs of one sequence.
  Interleave(std::vector<std::uint64_t> lengths, unsigned max_round_bits);

  std::uint64_t size() const { return round_starts_.back(); }

  // For position < size().
  Place at(std::uint64_t position) const;

  // How many items of each sequence come before `position`, which is <= size().
  std::vector<std::uint64_t> before(std::uint64_t position) const;

 private:
  std::uint64_t round_of(std::uint64_t position) const;
  std::uint64_t delivered(std::uint64_t length, std::uint64_t round) const {
    return (round * length + (std::uint64_t{1} << round_bits_) - 1) >> round_bits_;
  }

  std::vector<std::uint64_t> lengths_;
  std::vector<std::uint64_t> round_starts_{0};  // number of rounds + 1 entries
  unsigned round_bits_ = 0;
};

}  // namespace pagekin::synth
