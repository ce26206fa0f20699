// Numbers as files hold them: lists with their size in front, and single ones in as few
// bytes as they need.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/byte_reader.h"
#include "pagekin/core/error.h"

namespace pagekin {

// The size in 4 bytes, then the numbers.
template <class Number>
void write_list(const std::vector<Number>& list,
                const std::function<void(std::string_view)>& write) {
  const auto size = static_cast<std::uint32_t>(list.size());
  write(bytes_of(size));
  write({reinterpret_cast<const char*>(list.data()), list.size() * sizeof(Number)});
}

template <class Number>
std::vector<Number> read_list(ByteReader& reader) {
  const auto size = reader.number<std::uint32_t>();
  const std::string_view bytes = reader.bytes(std::size_t{size} * sizeof(Number));
  std::vector<Number> list(size);
  if (size > 0) std::memcpy(list.data(), bytes.data(), bytes.size());
  return list;
}

// Seven bits a byte, the lowest first; all bytes but the last have their top bit set.
inline void append_varint(std::uint64_t number, std::string& out) {
  for (; number >= 0x80; number >>= 7) out += static_cast<char>(number | 0x80);
  out += static_cast<char>(number);
}

// Takes back what append_varint() wrote and nothing else: throws Error for numbers that are
// written longer than they need be or do not fit.
inline std::uint64_t take_varint(ByteReader& reader) {
  std::uint64_t number = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const auto byte = reader.number<std::uint8_t>();
    const std::uint64_t bits = byte & 0x7f;
    if (bits << shift >> shift != bits || (byte == 0 && shift > 0)) break;
    number |= bits << shift;
    if (byte < 0x80) return number;
  }
  throw Error("a number is not written as it should be");
}

}  // namespace pagekin
