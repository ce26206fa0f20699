#include "pagekin/hadoop/writables.h"

#include <gtest/gtest.h>

#include "support/make_sequence.h"

namespace pagekin::hadoop {
namespace {

TEST(Writables, VintsAreWhatHadoopWrites) {
  // Bytes as org.apache.hadoop.io.WritableUtils documents them.
  const std::pair<std::int64_t, std::string> known[] = {{0, std::string(1, '\0')},
                                                        {127, "\x7f"},
                                                        {-112, "\x90"},
                                                        {128, "\x8f\x80"},
                                                        {-113, "\x87\x70"},
                                                        {256, std::string("\x8e\x01\x00", 3)},
                                                        {-129, "\x87\x80"},
                                                        {1'000'000, "\x8d\x0f\x42\x40"}};
  for (const auto& [value, bytes] : known) {
    EXPECT_EQ(test::vint(value), bytes) << value;
    Writables in(bytes);
    EXPECT_EQ(in.vint(), value);
    EXPECT_TRUE(in.is_done());
    EXPECT_EQ(Writables::vint_size(bytes[0]), bytes.size());
  }
  for (const std::int64_t value : {INT64_MAX, INT64_MIN, std::int64_t{-1} << 40}) {
    const std::string bytes = test::vint(value);
    EXPECT_EQ(Writables(bytes).vint(), value);
  }
}

TEST(Writables, NothingIsTakenThatIsNotThere) {
  for (const std::string& bytes : {std::string(),
                                   std::string("\x05"
                                               "abc"),
                                   test::vint(-5), test::vint(INT64_MAX)}) {
    Writables in(bytes);
    EXPECT_EQ(in.text(), "");
    EXPECT_FALSE(in.ok());
    EXPECT_EQ(in.int32(), 0);
    EXPECT_EQ(in.count(), 0u);
    EXPECT_FALSE(in.is_done());
  }
  Writables cut(std::string_view("\x8e\x01", 2));
  EXPECT_EQ(cut.vint(), 0);
  EXPECT_FALSE(cut.ok());
  Writables short_one(std::string_view("\0\0\0", 3));
  short_one.int32();
  EXPECT_FALSE(short_one.ok());
}

TEST(Writables, ValuesComeInTheirOrder) {
  const std::string bytes =
      test::text("key") + test::be32(-7) + test::short_text("old") + "\x01" + test::vint(300);
  Writables in(bytes);
  EXPECT_EQ(in.text(), "key");
  EXPECT_EQ(in.int32(), -7);
  EXPECT_EQ(in.short_text(), "old");
  EXPECT_EQ(in.byte(), 1);
  EXPECT_FALSE(in.is_done());
  EXPECT_EQ(in.count(), 300u);
  EXPECT_TRUE(in.is_done());
}

}  // namespace
}  // namespace pagekin::hadoop
