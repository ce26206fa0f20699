// Parquet's hybrid of runs and bit-packed groups, decoded bit by bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace pagekin::reference {

// The first `count` numbers. The bytes must be well-formed.
inline std::vector<std::uint32_t> read_hybrid_runs(std::string_view bytes, int bits,
                                                   std::size_t count) {
  std::vector<bool> all;  // the bits of the whole text, the lowest of a byte first
  for (const char byte : bytes) {
    for (int i = 0; i < 8; ++i) all.push_back((static_cast<unsigned char>(byte) >> i & 1) != 0);
  }
  std::size_t at = 0;
  const auto take = [&](int width) {
    std::uint64_t number = 0;
    for (int i = 0; i < width; ++i) number |= std::uint64_t{all.at(at++)} << i;
    return number;
  };
  std::vector<std::uint32_t> numbers;
  while (numbers.size() < count) {
    std::uint64_t head = 0;
    for (int shift = 0;; shift += 7) {
      const std::uint64_t byte = take(8);
      head |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    if (head % 2 == 0) {
      const auto number = static_cast<std::uint32_t>(take((bits + 7) / 8 * 8));
      numbers.insert(numbers.end(), head / 2, number);
    } else {
      for (std::uint64_t i = 0; i < head / 2 * 8; ++i) {
        numbers.push_back(static_cast<std::uint32_t>(take(bits)));
      }
    }
  }
  numbers.resize(count);  // the last group may be filled with zeros
  return numbers;
}

}  // namespace pagekin::reference
