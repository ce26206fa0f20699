#include "pagekin/table/thrift_compact.h"

#include "pagekin/core/error.h"
#include "pagekin/core/stored_numbers.h"

namespace pagekin::table {
namespace {

constexpr int kDeepest = 16;
constexpr int kShortDifference = 15;  // the largest that fits beside a type
constexpr std::size_t kShortSize = 14;

void append_zigzag(std::int64_t value, std::string& out) {
  const auto bits = static_cast<std::uint64_t>(value);
  append_varint((bits << 1) ^ (value < 0 ? ~std::uint64_t{0} : 0), out);
}

// Unlike take_varint(), takes numbers that are written longer than they need be.
std::uint64_t read_varint(ByteReader& reader) {
  std::uint64_t number = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const auto byte = reader.number<std::uint8_t>();
    number |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80) return number;
  }
  throw Error("a number of its metadata is too long");
}

std::int64_t read_zigzag(ByteReader& reader) {
  const std::uint64_t bits = read_varint(reader);
  return static_cast<std::int64_t>((bits >> 1) ^ (~(bits & 1) + 1));
}

ThriftValue read_struct(ByteReader& reader, int depth);

ThriftValue read_value(ByteReader& reader, ThriftType type, int depth) {
  if (depth > kDeepest) throw Error("its metadata is nested too deeply");
  ThriftValue value;
  switch (type) {
    case ThriftType::kTrue:
      value.number = 1;
      return value;
    case ThriftType::kFalse:
      return value;
    case ThriftType::kByte:
      value.number = std::int64_t{reader.number<std::int8_t>()};
      return value;
    case ThriftType::kI16:
    case ThriftType::kI32:
    case ThriftType::kI64:
      value.number = read_zigzag(reader);
      return value;
    case ThriftType::kDouble:
      reader.bytes(sizeof(double));  // no field that we read is one
      return value;
    case ThriftType::kBinary:
      value.text = reader.bytes(read_varint(reader));
      return value;
    case ThriftType::kList:
    case ThriftType::kSet: {
      const auto head = reader.number<std::uint8_t>();
      std::uint64_t size = head >> 4;
      if (size > kShortSize) size = read_varint(reader);
      const auto item = static_cast<ThriftType>(head & 0xf);
      if (size > reader.left()) throw Error("a list of its metadata ends too early");
      for (std::uint64_t i = 0; i < size; ++i) {
        if (item == ThriftType::kTrue || item == ThriftType::kFalse) {
          value.items.push_back({.number = reader.number<std::uint8_t>() == 1 ? 1 : 0});
        } else {
          value.items.push_back(read_value(reader, item, depth + 1));
        }
      }
      return value;
    }
    case ThriftType::kStruct:
      return read_struct(reader, depth + 1);
    case ThriftType::kMap:
      break;
  }
  throw Error("its metadata has a value of an unknown type");
}

ThriftValue read_struct(ByteReader& reader, int depth) {
  ThriftValue value;
  std::int64_t field = 0;
  for (;;) {
    const auto head = reader.number<std::uint8_t>();
    if (head == 0) return value;
    const std::int64_t difference = head >> 4;
    field = difference != 0 ? field + difference : read_zigzag(reader);
    if (field < 1 || field > INT16_MAX) throw Error("its metadata has a field without a number");
    value.fields.push_back(static_cast<int>(field));
    value.items.push_back(read_value(reader, static_cast<ThriftType>(head & 0xf), depth));
  }
}

}  // namespace

void ThriftWriter::head(int field, ThriftType type) {
  const int difference = field - last_field_.back();
  if (difference >= 1 && difference <= kShortDifference) {
    out_->push_back(static_cast<char>(difference << 4 | static_cast<int>(type)));
  } else {
    out_->push_back(static_cast<char>(type));
    append_zigzag(field, *out_);
  }
  last_field_.back() = field;
}

void ThriftWriter::i16(int field, std::int16_t value) {
  head(field, ThriftType::kI16);
  append_zigzag(value, *out_);
}

void ThriftWriter::i32(int field, std::int32_t value) {
  head(field, ThriftType::kI32);
  append_zigzag(value, *out_);
}

void ThriftWriter::i64(int field, std::int64_t value) {
  head(field, ThriftType::kI64);
  append_zigzag(value, *out_);
}

void ThriftWriter::text(int field, std::string_view value) {
  head(field, ThriftType::kBinary);
  text_element(value);
}

void ThriftWriter::begin_struct(int field) {
  head(field, ThriftType::kStruct);
  last_field_.push_back(0);
}

void ThriftWriter::end_struct() {
  out_->push_back('\0');
  last_field_.pop_back();
}

void ThriftWriter::list(int field, ThriftType type, std::size_t size) {
  head(field, ThriftType::kList);
  if (size <= kShortSize) {
    out_->push_back(static_cast<char>(size << 4 | static_cast<std::size_t>(type)));
  } else {
    out_->push_back(static_cast<char>(0xf0 | static_cast<int>(type)));
    append_varint(size, *out_);
  }
}

void ThriftWriter::i32_element(std::int32_t value) { append_zigzag(value, *out_); }

void ThriftWriter::text_element(std::string_view value) {
  append_varint(value.size(), *out_);
  *out_ += value;
}

const ThriftValue* ThriftValue::find(int field) const {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i] == field) return &items[i];
  }
  return nullptr;
}

std::int64_t ThriftValue::number_or(int field, std::int64_t otherwise) const {
  const ThriftValue* const found = find(field);
  return found != nullptr ? found->number : otherwise;
}

ThriftValue read_thrift_struct(ByteReader& reader) { return read_struct(reader, 0); }

}  // namespace pagekin::table
