#include "pagekin/table/thrift_compact.h"

#include <string>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"

namespace pagekin::table {
namespace {

std::string example() {
  std::string bytes;
  ThriftWriter writer(bytes);
  writer.i32(1, -1);
  writer.i64(3, 300);
  writer.text(20, "name");
  writer.list(21, ThriftType::kI32, 2);
  writer.i32_element(7);
  writer.i32_element(-8);
  writer.begin_struct(22);
  writer.i16(1, 5);
  writer.end_struct();
  writer.list(23, ThriftType::kStruct, 20);
  for (int i = 0; i < 20; ++i) {
    writer.begin_element();
    writer.i32(2, i);
    writer.end_struct();
  }
  writer.finish();
  return bytes;
}

TEST(ThriftCompact, BytesAreThoseOfTheProtocol) {
  std::string bytes;
  ThriftWriter writer(bytes);
  writer.i32(1, -1);     // difference 1, type 5; zigzag of -1 is 1
  writer.i64(3, 300);    // difference 2, type 6; zigzag 600 is d8 04
  writer.text(20, "n");  // too far for a difference: type 8, zigzag of 20 is 28
  writer.finish();
  EXPECT_EQ(bytes, std::string("\x15\x01\x26\xd8\x04\x08\x28\x01n\0", 10));
}

TEST(ThriftCompact, ComesBackAsItWas) {
  const std::string bytes = example();
  ByteReader reader(bytes);
  const ThriftValue value = read_thrift_struct(reader);
  EXPECT_TRUE(reader.at_end());
  EXPECT_EQ(value.number_or(1, 0), -1);
  EXPECT_EQ(value.number_or(2, 99), 99);
  EXPECT_EQ(value.number_or(3, 0), 300);
  ASSERT_NE(value.find(20), nullptr);
  EXPECT_EQ(value.find(20)->text, "name");
  ASSERT_EQ(value.find(21)->items.size(), 2U);
  EXPECT_EQ(value.find(21)->items[1].number, -8);
  EXPECT_EQ(value.find(22)->number_or(1, 0), 5);
  ASSERT_EQ(value.find(23)->items.size(), 20U);
  EXPECT_EQ(value.find(23)->items[19].number_or(2, 0), 19);
}

TEST(ThriftCompact, EveryBeginningIsAnError) {
  const std::string bytes = example();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    ByteReader reader(std::string_view(bytes).substr(0, size));
    EXPECT_THROW(read_thrift_struct(reader), Error) << size;
  }
}

TEST(ThriftCompact, DeepNestingIsAnErrorNotAStackOverflow) {
  const std::string bytes(100'000, '\x1c');  // a struct in a struct in a struct
  ByteReader reader(bytes);
  EXPECT_THROW(read_thrift_struct(reader), Error);
}

}  // namespace
}  // namespace pagekin::table
