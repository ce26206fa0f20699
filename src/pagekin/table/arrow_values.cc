#include "pagekin/table/arrow_values.h"

#include <cstdint>
#include <cstring>
#include <string_view>

#include "pagekin/core/error.h"

namespace pagekin::table {
namespace {

constexpr int kDeepestType = 32;

[[noreturn]] void arrow_damaged() { throw InputError("an Arrow record batch is damaged"); }

template <class Number>
Number stored(const std::string& bytes, std::size_t at) {
  if (at > bytes.size() || bytes.size() - at < sizeof(Number)) arrow_damaged();
  Number value{};
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

std::string_view part_of_buffer(const std::string& bytes, std::int64_t begin, std::int64_t size) {
  const auto all = static_cast<std::int64_t>(bytes.size());
  if (begin < 0 || size < 0 || begin > all || size > all - begin) arrow_damaged();
  return std::string_view(bytes).substr(static_cast<std::size_t>(begin),
                                        static_cast<std::size_t>(size));
}

}  // namespace

void add_shape(const FlatTable& field, ArrowShape& shape, int depth) {
  if (depth > kDeepestType) throw InputError("the Arrow schema is nested too deeply");
  const int type = field.number<std::uint8_t>(arrow::kTypeType);
  ++shape.nodes;
  if (field.table(arrow::kDictionary)) {  // positions in a dictionary
    shape.buffers += 2;
    shape.has_dictionary = true;
    return;
  }
  switch (type) {
    case arrow::kNull:
    case arrow::kRunEnds:
      break;
    case arrow::kStruct:
    case arrow::kFixedSizeList:
      shape.buffers += 1;
      break;
    case arrow::kUnion: {
      const auto inner = field.table(arrow::kType);
      shape.buffers += inner && inner->number<std::int16_t>(0) == 1 ? 2 : 1;
      break;
    }
    case arrow::kBinaryView:
    case arrow::kUtf8View:
      shape.buffers += 2;
      ++shape.variadic;
      break;
    case arrow::kBinary:
    case arrow::kUtf8:
    case arrow::kLargeBinary:
    case arrow::kLargeUtf8:
    case arrow::kListView:
    case arrow::kLargeListView:
      shape.buffers += 3;
      break;
    default:
      shape.buffers += 2;
  }
  const auto [at, count] = field.vector(arrow::kChildren, 4);
  for (std::size_t i = 0; i < count; ++i) add_shape(field.item(at + 4 * i), shape, depth + 1);
}

template <class Offset>
Cell ArrowValues::text(std::size_t row) const {
  const std::int64_t begin = stored<Offset>(offsets, row * sizeof(Offset));
  const std::int64_t end = stored<Offset>(offsets, (row + 1) * sizeof(Offset));
  if (begin < 0 || end < begin) arrow_damaged();  // else the difference may overflow
  return part_of_buffer(data, begin, end - begin);
}

Cell ArrowValues::view(std::size_t row) const {
  constexpr std::size_t view_bytes = 16;
  constexpr std::int32_t longest_inline = 12;
  const std::size_t at = row * view_bytes;
  const auto size = stored<std::int32_t>(offsets, at);
  if (size <= longest_inline)
    return part_of_buffer(offsets, static_cast<std::int64_t>(at) + 4, size);
  const auto buffer = stored<std::int32_t>(offsets, at + 8);
  if (buffer < 0 || static_cast<std::size_t>(buffer) >= more.size()) arrow_damaged();
  return part_of_buffer(more[static_cast<std::size_t>(buffer)],
                        stored<std::int32_t>(offsets, at + 12), size);
}

Cell ArrowValues::number(std::size_t row) const {
  switch (column.bits) {
    case 8:
      return column.is_signed ? Cell(stored<std::int8_t>(data, row))
                              : Cell(stored<std::uint8_t>(data, row));
    case 16:
      return column.is_signed ? Cell(stored<std::int16_t>(data, row * 2))
                              : Cell(stored<std::uint16_t>(data, row * 2));
    case 32:
      return column.is_signed ? Cell(stored<std::int32_t>(data, row * 4))
                              : Cell(stored<std::uint32_t>(data, row * 4));
    default:
      return stored<std::int64_t>(data, row * 8);
  }
}

Cell ArrowValues::at(std::size_t row) const {
  if (!validity.empty()) {
    if (row / 8 >= validity.size()) arrow_damaged();
    if ((static_cast<unsigned char>(validity[row / 8]) >> (row % 8) & 1) == 0) return {};
  }
  switch (column.type) {
    case arrow::kInt:
      return number(row);
    case arrow::kUtf8:
    case arrow::kBinary:
      return text<std::int32_t>(row);
    case arrow::kLargeUtf8:
    case arrow::kLargeBinary:
      return text<std::int64_t>(row);
    default:
      return view(row);
  }
}

}  // namespace pagekin::table
