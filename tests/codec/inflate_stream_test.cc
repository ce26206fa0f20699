#include <gtest/gtest.h>

#include "codec/samples.h"

namespace pagekin::codec {
namespace {

using namespace std::string_literals;

const std::string kText = "a page, a page, and yet another page";

test::Decoded decode(Format format, std::string_view in) {
  return test::decode_in_pieces(*make_stream(format), in, in.size() + 1, 1'000);
}

// kText as a member with every optional header field.
std::string member_with_long_header() {
  std::string extra = "AB\4\0data"s;
  std::string name = "page.html";
  std::string comment = "no comment";
  gz_header header{};
  header.extra = reinterpret_cast<Bytef*>(extra.data());
  header.extra_len = static_cast<uInt>(extra.size());
  header.name = reinterpret_cast<Bytef*>(name.data());
  header.comment = reinterpret_cast<Bytef*>(comment.data());
  header.hcrc = 1;
  return test::deflated(kText, 31, &header);
}

TEST(GzipStream, ReadsPastEveryOptionalHeaderField) {
  const std::string member = member_with_long_header();
  ASSERT_EQ(member[3] & 0x1e, 0x1e);
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, member.size()}) {
    const auto got = test::decode_in_pieces(*make_stream(Format::kGzip), member, piece, 5);
    EXPECT_EQ(got.status, Status::kDone);
    EXPECT_EQ(got.bytes, kText);
  }
}

TEST(GzipStream, ChecksTheCrcOfTheHeader) {
  std::string member = member_with_long_header();
  member[member.find("page.html")] = 'q';
  EXPECT_EQ(decode(Format::kGzip, member).status, Status::kDamaged);
}

TEST(GzipStream, RefusesReservedFlagsAndUnknownMethods) {
  for (const char flag : {'\x20', '\x40', '\x80'}) {
    std::string member = test::deflated(kText, 31);
    member[3] = flag;
    EXPECT_EQ(decode(Format::kGzip, member).status, Status::kDamaged);
  }
  std::string member = test::deflated(kText, 31);
  member[2] = 7;
  EXPECT_EQ(decode(Format::kGzip, member).status, Status::kDamaged);
}

TEST(GzipStream, ChecksCrcAndLengthAfterGivingTheBytes) {
  for (const std::size_t from_end : {1U, 4U, 5U, 8U}) {
    std::string member = test::deflated(kText, 31);
    char& byte = member[member.size() - from_end];
    byte = static_cast<char>(byte ^ 1);
    const auto got = decode(Format::kGzip, member);
    EXPECT_EQ(got.status, Status::kDamaged) << from_end;
    EXPECT_EQ(got.bytes, kText);
  }
}

TEST(GzipStream, IsNoJudgeOfWhatFollows) {
  const std::string first = test::deflated(kText, 31);
  const std::string both = first + test::deflated("second", 31);
  const auto stream = make_stream(Format::kGzip);
  EXPECT_EQ(test::decode_in_pieces(*stream, both, 3, 100).consumed, first.size());
  stream->reset();
  EXPECT_EQ(test::decode_in_pieces(*stream, both.substr(first.size()), 3, 100).bytes, "second");
}

TEST(DeflateStream, TellsZlibFromRawData) {
  for (const int window_bits : {15, -15, 9, -9}) {
    const auto got = decode(Format::kDeflate, test::deflated(kText, window_bits));
    EXPECT_EQ(got.status, Status::kDone) << window_bits;
    EXPECT_EQ(got.bytes, kText) << window_bits;
  }
}

TEST(DeflateStream, TellsAnewAfterReset) {
  const auto stream = make_stream(Format::kDeflate);
  for (const int window_bits : {-15, 15, 15, -15}) {
    const std::string member = test::deflated(kText, window_bits);
    EXPECT_EQ(test::decode_in_pieces(*stream, member, 1, 1).bytes, kText);
    stream->reset();
  }
}

TEST(DeflateStream, ReadsRawDataThatBeginsWithAStoredBlock) {
  const std::string stored = "\x01\x05\x00\xfa\xff"s + "hello";
  EXPECT_EQ(decode(Format::kDeflate, stored).status, Status::kDone);
  EXPECT_EQ(decode(Format::kDeflate, stored).bytes, "hello");
}

TEST(DeflateStream, ChecksTheAdlerSumOfZlibData) {
  std::string member = test::deflated(kText, 15);
  member.back() = static_cast<char>(member.back() ^ 1);
  EXPECT_EQ(decode(Format::kDeflate, member).status, Status::kDamaged);
}

TEST(DeflateStream, RefusesAPresetDictionary) {
  EXPECT_EQ(decode(Format::kDeflate, "\x78\xbb\x01\x02\x03\x04"s).status, Status::kDamaged);
}

TEST(DeflateStream, CannotTellFromOneByte) {
  EXPECT_EQ(decode(Format::kDeflate, "\x78").status, Status::kTruncated);
  EXPECT_EQ(decode(Format::kDeflate, "\x01").status, Status::kTruncated);
  EXPECT_EQ(decode(Format::kDeflate, "\x07").status, Status::kDamaged);  // no such block type
}

}  // namespace
}  // namespace pagekin::codec
