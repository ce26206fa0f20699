// Thrift's compact protocol, as far as the metadata of Parquet needs it.
//
// Source: Apache Thrift, "Thrift compact protocol encoding": a field is a byte of (difference to
// the number of the field before, type), whole numbers are zigzag varints, texts have their length
// in front, a struct ends with a zero byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/byte_reader.h"

namespace pagekin::table {

enum class ThriftType : std::uint8_t {
  kTrue = 1,
  kFalse = 2,
  kByte = 3,
  kI16 = 4,
  kI32 = 5,
  kI64 = 6,
  kDouble = 7,
  kBinary = 8,
  kList = 9,
  kSet = 10,
  kMap = 11,
  kStruct = 12,
};

// Appends one struct to a text, field by field in ascending order.
class ThriftWriter {
 public:
  explicit ThriftWriter(std::string& out) : out_(&out) {}

  void i16(int field, std::int16_t value);
  void i32(int field, std::int32_t value);
  void i64(int field, std::int64_t value);
  void text(int field, std::string_view value);

  // A struct as a field, or as an element of a list; fields follow, then end_struct().
  void begin_struct(int field);
  void begin_element() { last_field_.push_back(0); }
  void end_struct();

  // A list; its elements follow.
  void list(int field, ThriftType type, std::size_t size);
  void i32_element(std::int32_t value);
  void text_element(std::string_view value);

  // Ends the outermost struct.
  void finish() { out_->push_back('\0'); }

 private:
  void head(int field, ThriftType type);

  std::string* out_;
  std::vector<int> last_field_ = {0};
};

// Any value that was read.
struct ThriftValue {
  std::int64_t number = 0;  // also of truth: 0 or 1
  std::string_view text;
  std::vector<ThriftValue> items;  // of a list or a struct
  std::vector<int> fields;         // the numbers of the items of a struct

  const ThriftValue* find(int field) const;  // null: it is absent
  std::int64_t number_or(int field, std::int64_t otherwise) const;
};

// Reads one struct. The result has views into the bytes. Throws Error for bytes that are none.
ThriftValue read_thrift_struct(ByteReader& reader);

}  // namespace pagekin::table
