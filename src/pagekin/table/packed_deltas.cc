#include "pagekin/table/packed_deltas.h"

#include <string_view>

#include "pagekin/core/error.h"

namespace pagekin::table {
namespace {

std::uint64_t next_varint(ByteReader& reader) {
  std::uint64_t number = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const auto byte = reader.number<std::uint8_t>();
    number |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
    if ((byte & 0x80) == 0) return number;
  }
  throw InputError("a number of a column is too long");
}

std::int64_t next_zigzag(ByteReader& reader) {
  const std::uint64_t number = next_varint(reader);
  return static_cast<std::int64_t>(number >> 1) ^ -static_cast<std::int64_t>(number & 1);
}

}  // namespace

std::vector<std::int64_t> take_packed_deltas(ByteReader& reader, std::size_t most) {
  const std::uint64_t block = next_varint(reader);
  const std::uint64_t parts = next_varint(reader);
  const std::uint64_t count = next_varint(reader);
  auto value = static_cast<std::uint64_t>(next_zigzag(reader));
  const std::uint64_t part = parts == 0 ? 0 : block / parts;
  if (count > most || part == 0 || part % 32 != 0 || part > 65536 || parts > 1024) {
    throw InputError("the differences of a column are damaged");
  }
  std::vector<std::int64_t> numbers;
  if (count > 0) numbers.push_back(static_cast<std::int64_t>(value));
  while (numbers.size() < count) {
    const auto smallest = static_cast<std::uint64_t>(next_zigzag(reader));
    const std::string_view widths = reader.bytes(static_cast<std::size_t>(parts));
    for (const char width : widths) {
      if (numbers.size() >= count) break;
      const auto bits = static_cast<unsigned char>(width);
      if (bits > 64) throw InputError("the differences of a column are damaged");
      const std::string_view packed = reader.bytes(static_cast<std::size_t>(part) * bits / 8);
      for (std::uint64_t i = 0; i < part && numbers.size() < count; ++i) {
        std::uint64_t delta = 0;
        for (unsigned b = 0; b < bits; ++b) {
          const std::uint64_t at = i * bits + b;
          const auto byte = static_cast<unsigned char>(packed[static_cast<std::size_t>(at / 8)]);
          delta |= static_cast<std::uint64_t>(byte >> (at % 8) & 1) << b;
        }
        value += smallest + delta;
        numbers.push_back(static_cast<std::int64_t>(value));
      }
    }
  }
  return numbers;
}

}  // namespace pagekin::table
