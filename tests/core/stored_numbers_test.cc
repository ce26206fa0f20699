#include "pagekin/core/stored_numbers.h"

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/random.h"

namespace pagekin {
namespace {

TEST(StoredNumbers, ListsComeBackAsTheyWere) {
  Random random(1);
  std::string bytes;
  std::vector<std::vector<std::uint64_t>> lists;
  for (std::uint32_t i = 0; i < 100; ++i) {
    lists.emplace_back();
    for (std::uint32_t k = random.below(20); k > 0; --k) lists.back().push_back(random.next());
    write_list(lists.back(), [&](std::string_view piece) { bytes += piece; });
  }
  ByteReader reader(bytes);
  for (const auto& list : lists) EXPECT_EQ(read_list<std::uint64_t>(reader), list);
  EXPECT_TRUE(reader.at_end());
  EXPECT_THROW(read_list<std::uint64_t>(reader), Error);
}

TEST(StoredNumbers, AListThatClaimsTooMuchIsRefused) {
  const std::string bytes = "\xff\xff\xff\xff" + std::string(64, 'x');
  ByteReader reader(bytes);
  EXPECT_THROW(read_list<std::uint32_t>(reader), Error);
}

TEST(StoredNumbers, ShortOnesTakeAByteForSevenBits) {
  Random random(2);
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t number = random.next() >> random.below(64);
    std::string bytes;
    append_varint(number, bytes);
    std::size_t expected = 1;
    for (std::uint64_t rest = number >> 7; rest != 0; rest >>= 7) ++expected;
    ASSERT_EQ(bytes.size(), expected) << number;
    ByteReader reader(bytes);
    ASSERT_EQ(take_varint(reader), number);
    ASSERT_TRUE(reader.at_end());
  }
}

TEST(StoredNumbers, ANumberIsWrittenInOneWayOnly) {
  using std::string_literals::operator""s;
  for (const std::string& bytes :
       {""s, "\x80"s, "\x80\x00"s, "\xff\x80\x00"s, std::string(9, '\xff') + "\x02"s,
        std::string(10, '\xff') + "\x01"s}) {
    ByteReader reader(bytes);
    EXPECT_THROW(take_varint(reader), Error) << bytes.size();
  }
}

}  // namespace
}  // namespace pagekin
