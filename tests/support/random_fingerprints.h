// Seeded fingerprints that are often one edit from each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pagekin/core/random.h"

namespace pagekin::test {

using Entries = std::vector<std::uint8_t>;

inline std::uint8_t random_entry(Random& random, std::uint32_t values) {
  return static_cast<std::uint8_t>(random.below(values));
}

inline Entries random_entries(Random& random, std::size_t size, std::uint32_t values) {
  Entries entries(size);
  for (std::uint8_t& entry : entries) entry = random_entry(random, values);
  return entries;
}

// One entry changed, put in or left out, so that there are never more than `length`.
inline void edit(Entries& entries, Random& random, std::size_t length, std::uint32_t values) {
  const std::uint32_t kind = random.below(3);
  const std::size_t at = random.below(static_cast<std::uint32_t>(entries.size()) + 1);
  const auto place = entries.begin() + static_cast<std::ptrdiff_t>(at);
  if (kind == 0 && entries.size() < length) {
    entries.insert(place, random_entry(random, values));
  } else if (at < entries.size()) {
    if (kind == 1) {
      entries.erase(place);
    } else {
      *place = random_entry(random, values);
    }
  }
}

// Fingerprints of 0 to `length` entries below `values`: new ones, copies of earlier
// ones, and earlier ones after one or two edits.
inline std::vector<Entries> random_fingerprints(Random& random, std::size_t count,
                                                std::size_t length, std::uint32_t values) {
  std::vector<Entries> all;
  while (all.size() < count) {
    if (all.empty() || random.chance(0.2)) {
      const bool is_short = random.chance(0.3);
      const auto most = static_cast<std::uint32_t>(length);
      const std::size_t size = is_short ? random.below(most + 1) : length;
      all.push_back(random_entries(random, size, values));
      continue;
    }
    Entries entries = all[random.below(static_cast<std::uint32_t>(all.size()))];
    for (std::uint32_t edits = random.below(3); edits > 0; --edits) {
      edit(entries, random, length, values);
    }
    all.push_back(entries);
  }
  return all;
}

}  // namespace pagekin::test
