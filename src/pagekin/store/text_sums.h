// Checksums of the texts of a store: its addresses, XPaths and host names.
//
// SQLite notices damage to the structure of a file, but not a changed letter. So the store says how
// many texts each table has, and the sum of their hashes. Texts are never changed or removed. If
// another program has added texts since, the first ones are still checked.
//
// Cost: one hash a text.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

#include "pagekin/core/hash.h"

namespace pagekin::store {

struct TextSum {
  std::uint64_t count = 0;
  std::uint64_t sum = 0;

  // Adds the next text. Texts are numbered from 1.
  void add(std::string_view text) { sum += mix(hash_bytes(text) + ++count); }
  friend bool operator==(const TextSum&, const TextSum&) = default;
};

using TextSums = std::array<TextSum, 3>;  // of urls, xpaths, hosts
constexpr std::array<std::string_view, 3> kTextTables{"urls", "xpaths", "hosts"};

// "12 345 6 789 1 234": number and sum of each table.
inline std::string to_text(const TextSums& sums) {
  std::string text;
  for (const TextSum& text_sum : sums) {
    text += (text.empty() ? "" : " ") + std::to_string(text_sum.count) + ' ' +
            std::to_string(text_sum.sum);
  }
  return text;
}

// Returns false if the text is not that of sums.
inline bool read_sums(std::string_view text, TextSums& sums) {
  const char* at = text.data();
  const char* const end = at + text.size();
  for (TextSum& text_sum : sums) {
    for (std::uint64_t* number : {&text_sum.count, &text_sum.sum}) {
      if (at != text.data() && (at == end || *at++ != ' ')) return false;
      const auto [next, error] = std::from_chars(at, end, *number);
      if (error != std::errc()) return false;
      at = next;
    }
  }
  return at == end;
}

}  // namespace pagekin::store
