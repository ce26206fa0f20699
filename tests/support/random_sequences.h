// Pairs of random sequences: unrelated, or one an edited copy of the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "pagekin/core/random.h"

namespace pagekin {

template <class T>
std::vector<T> random_sequence(Random& random, std::size_t length, std::uint32_t kinds) {
  std::vector<T> made(length);
  // Symbols are spread over the type, so that large ones occur.
  for (T& symbol : made) symbol = static_cast<T>(random.below(kinds) * 0x9e3779b97f4a7c15U);
  return made;
}

// Returns the sequence after `edits` insertions, deletions and replacements.
template <class T>
std::vector<T> edited(Random& random, std::vector<T> sequence, std::size_t edits,
                      std::uint32_t kinds) {
  for (std::size_t i = 0; i < edits; ++i) {
    const auto at =
        static_cast<std::ptrdiff_t>(random.below(static_cast<std::uint32_t>(sequence.size()) + 1));
    const T symbol = random_sequence<T>(random, 1, kinds)[0];
    const bool at_end = at == static_cast<std::ptrdiff_t>(sequence.size());
    switch (at_end ? 0 : random.below(3)) {
      case 0:
        sequence.insert(sequence.begin() + at, symbol);
        break;
      case 1:
        sequence.erase(sequence.begin() + at);
        break;
      default:
        sequence[static_cast<std::size_t>(at)] = symbol;
    }
  }
  return sequence;
}

// Lengths are 0 to 300, many around multiples of 64; alphabets have 1 to 200 symbols.
template <class T>
std::pair<std::vector<T>, std::vector<T>> random_pair_of_sequences(Random& random) {
  const auto length = [&]() -> std::size_t {
    return random.chance(0.4) ? 64 * random.below(5) + random.below(4) : random.below(301);
  };
  constexpr std::uint32_t alphabets[] = {1, 2, 4, 20, 200};
  const std::uint32_t kinds = alphabets[random.below(5)];
  std::vector<T> a = random_sequence<T>(random, length(), kinds);
  std::vector<T> b = random.chance(0.5) ? random_sequence<T>(random, length(), kinds)
                                        : edited(random, a, random.below(40), kinds);
  if (random.chance(0.5)) std::swap(a, b);
  return {std::move(a), std::move(b)};
}

}  // namespace pagekin
