#include <gtest/gtest.h>

#include "codec/samples.h"

namespace pagekin::codec {
namespace {

constexpr std::size_t kCap = 1'000'000;
constexpr Format kDecodedFormats[] = {Format::kGzip, Format::kDeflate, Format::kZstd,
                                      Format::kBrotli};

std::string compressed(Format format, std::string_view bytes) {
  switch (format) {
    case Format::kGzip:
      return gzip_member(bytes);
    case Format::kDeflate:
      return test::deflated(bytes, 15);
    case Format::kZstd:
      return test::zstd_frame(bytes);
    default:
      return test::brotli_stream(bytes);
  }
}

TEST(DecodeAll, RoundTripsEveryFormat) {
  Random random(1);
  std::string out = "old";
  for (const Format format : kDecodedFormats) {
    for (const std::size_t size : {0U, 1U, 1'000U, 500'000U}) {
      const std::string text = test::random_text(random, size);
      EXPECT_EQ(decode_all(format, compressed(format, text), kCap, out), Status::kDone);
      EXPECT_EQ(out, text);
    }
  }
}

TEST(DecodeAll, TakesNoBytesForAnEmptyBody) {
  std::string out = "old";
  for (const Format format : kDecodedFormats) {
    EXPECT_EQ(decode_all(format, "", kCap, out), Status::kDone);
    EXPECT_EQ(out, "");
  }
}

TEST(DecodeAll, StopsAtTheCapAndNotBefore) {
  Random random(2);
  const std::string text = test::random_text(random, 70'000);
  for (const Format format : kDecodedFormats) {
    const std::string body = compressed(format, text);
    for (const std::size_t cap : {0U, 1U, 4'096U, 16'384U, 65'536U, 69'999U}) {
      std::string out;
      EXPECT_EQ(decode_all(format, body, cap, out), Status::kLimit) << cap;
      EXPECT_EQ(out, text.substr(0, cap));
    }
    std::string out;
    EXPECT_EQ(decode_all(format, body, text.size(), out), Status::kDone);
    EXPECT_EQ(out, text);
  }
}

TEST(DecodeAll, AnEmptyPageFitsACapOfNothing) {
  for (const Format format : kDecodedFormats) {
    std::string out;
    EXPECT_EQ(decode_all(format, compressed(format, ""), 0, out), Status::kDone);
  }
}

TEST(DecodeAll, TakesNoMoreMemoryThanTheCap) {
  const std::string bomb(20'000'000, '\0');
  for (const Format format : kDecodedFormats) {
    std::string out;
    EXPECT_EQ(decode_all(format, compressed(format, bomb), kCap, out), Status::kLimit);
    EXPECT_EQ(out.size(), kCap);
    EXPECT_LE(out.capacity(), kCap + 64);
  }
}

TEST(DecodeAll, GivesWhatCameBeforeTheCut) {
  Random random(3);
  const std::string text = test::random_text(random, 40'000);
  for (const Format format : kDecodedFormats) {
    const std::string body = compressed(format, text);
    std::string out;
    EXPECT_EQ(decode_all(format, body.substr(0, body.size() - 1), kCap, out), Status::kTruncated);
    EXPECT_EQ(out, format == Format::kBrotli ? text.substr(0, out.size()) : text);
    EXPECT_EQ(decode_all(format, body.substr(0, body.size() / 2), kCap, out), Status::kTruncated);
    EXPECT_EQ(out, text.substr(0, out.size()));
  }
}

TEST(DecodeAll, JoinsGzipMembersAndZstdFrames) {
  std::string out;
  EXPECT_EQ(decode_all(Format::kGzip, gzip_member("one ") + gzip_member("") + gzip_member("two"),
                       kCap, out),
            Status::kDone);
  EXPECT_EQ(out, "one two");
  const std::string frames =
      test::skippable_frame("skip") + test::zstd_frame("one ") + test::zstd_frame("two");
  EXPECT_EQ(decode_all(Format::kZstd, frames, kCap, out), Status::kDone);
  EXPECT_EQ(out, "one two");
}

TEST(DecodeAll, IgnoresBytesAfterTheLastMember) {
  for (const Format format : kDecodedFormats) {
    std::string out;
    const std::string body = compressed(format, "page");
    EXPECT_EQ(decode_all(format, body + "trailing bytes", kCap, out), Status::kDone);
    EXPECT_EQ(out, "page");
    EXPECT_EQ(decode_all(format, body + std::string(512, '\0'), kCap, out), Status::kDone);
    EXPECT_EQ(out, "page");
  }
}

TEST(DecodeAll, SeesACutInTheLastMember) {
  for (const Format format : {Format::kGzip, Format::kZstd}) {
    const std::string first = compressed(format, "page");
    const std::string second = compressed(format, "more");
    for (std::size_t cut = 1; cut < second.size(); ++cut) {
      std::string out;
      EXPECT_EQ(decode_all(format, first + second.substr(0, cut), kCap, out), Status::kTruncated);
      EXPECT_TRUE(out.starts_with("page"));
    }
  }
}

TEST(DecodeAll, CallsAPlainPageDamaged) {
  const std::string page = "<!doctype html><title>not compressed</title>";
  for (const Format format : {Format::kGzip, Format::kDeflate, Format::kZstd}) {
    std::string out;
    EXPECT_EQ(decode_all(format, page, kCap, out), Status::kDamaged);
  }
}

TEST(DecodeAll, IsLinearInManyEmptyMembers) {
  std::string body;
  for (int i = 0; i < 5'000; ++i) body += gzip_member("");
  std::string out;
  EXPECT_EQ(decode_all(Format::kGzip, body + gzip_member("end"), kCap, out), Status::kDone);
  EXPECT_EQ(out, "end");
}

}  // namespace
}  // namespace pagekin::codec
