#include "pagekin/sketch/minhash.h"

#include <algorithm>

#include "pagekin/core/hash.h"

namespace pagekin::sketch {
namespace {

constexpr std::uint64_t kSeed = 0x6b1f0c9a3d5e7842;
constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;

// An entry is a rank below kMostRank, or a borrowed one with kBorrowed added.
constexpr std::uint32_t kBorrowed = std::uint32_t{1} << 31;
constexpr std::uint32_t kMostRank = kBorrowed - 2;
constexpr std::uint32_t kNoRank = kBorrowed - 1;

// Maps the upper half of the hash to a number below `bound`.
std::size_t place(std::uint64_t hash, std::size_t bound) {
  return static_cast<std::size_t>(((hash >> 32) * bound) >> 32);
}

}  // namespace

void minhash(std::span<const std::uint64_t> bag, std::span<std::uint32_t> signature) {
  if (bag.empty()) {
    std::ranges::fill(signature, 0);
    return;
  }
  std::ranges::fill(signature, kNoRank);
  std::uint64_t before = 0;  // number of earlier occurrences of the value
  for (std::size_t i = 0; i < bag.size(); ++i) {
    before = i > 0 && bag[i] == bag[i - 1] ? before + 1 : 0;
    const std::uint64_t hash = mix(bag[i] ^ kSeed ^ (before * kGolden));
    const auto rank = static_cast<std::uint32_t>(hash) % kBorrowed;
    std::uint32_t& entry = signature[place(hash, signature.size())];
    entry = std::min({entry, rank, kMostRank});
  }
  for (std::size_t i = 0; i < signature.size(); ++i) {
    if (signature[i] != kNoRank) continue;
    std::uint64_t state = mix(kSeed + i);
    std::uint32_t lent = kNoRank;
    while (lent >= kNoRank) {  // an entry that has no value or has borrowed one itself
      state += kGolden;
      lent = signature[place(mix(state), signature.size())];
    }
    signature[i] = lent + kBorrowed;
  }
}

double Bands::found(double jaccard) const {
  double agree = 1;
  for (std::size_t i = 0; i < width; ++i) agree *= jaccard;
  double missed = 1;
  for (std::size_t i = 0; i < count; ++i) missed *= 1 - agree;
  return 1 - missed;
}

std::optional<Bands> choose_bands(std::size_t entries, double jaccard, double probability) {
  std::optional<Bands> best;
  for (std::size_t width = 1; width <= entries; ++width) {
    const Bands bands{.count = entries / width, .width = width};
    if (bands.found(jaccard) < probability) break;
    best = bands;
  }
  return best;
}

}  // namespace pagekin::sketch
