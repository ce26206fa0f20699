#include <gtest/gtest.h>

#include "pagekin/core/error.h"

#include "codec/samples.h"

namespace pagekin::codec {
namespace {

using namespace std::string_view_literals;

TEST(Format, IsToldByItsFirstBytes) {
  EXPECT_EQ(format_by_magic(gzip_member("x")), Format::kGzip);
  EXPECT_EQ(format_by_magic(test::zstd_frame("x")), Format::kZstd);
  EXPECT_EQ(format_by_magic(test::skippable_frame("x")), Format::kZstd);
  EXPECT_EQ(format_by_magic(test::brotli_stream("x")), std::nullopt);
  EXPECT_EQ(format_by_magic("WARC/1.0\r\n"), std::nullopt);
}

TEST(Format, NeedsTwoBytesForGzipAndFourForZstd) {
  EXPECT_EQ(format_by_magic(""), std::nullopt);
  EXPECT_EQ(format_by_magic("\x1f"), std::nullopt);
  EXPECT_EQ(format_by_magic("\x1f\x8b"), Format::kGzip);
  EXPECT_EQ(format_by_magic("\x1f\x8b\x07"), std::nullopt);
  EXPECT_EQ(format_by_magic("\x28\xb5\x2f"), std::nullopt);
  EXPECT_EQ(format_by_magic("\x28\xb5\x2f\xfd"), Format::kZstd);
}

TEST(Format, DoesNotTakeOldZstdVersionsForZstd) {
  for (const std::string_view magic : {"\x25\xb5\x2f\xfd"sv, "\x27\xb5\x2f\xfd"sv}) {
    EXPECT_EQ(format_by_magic(magic), std::nullopt);
  }
}

TEST(Format, WithoutAMemberDecoderIsAnError) {
  EXPECT_THROW(make_member_decoder(Format::kBrotli), Error);
  EXPECT_THROW(make_member_decoder(Format::kDeflate), Error);
}

}  // namespace
}  // namespace pagekin::codec
