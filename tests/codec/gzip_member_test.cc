#include <gtest/gtest.h>

#include "pagekin/core/error.h"

#include "codec/samples.h"

namespace pagekin::codec {
namespace {

TEST(GzipMember, RoundTripsAtEveryLevel) {
  Random random(1);
  const auto decoder = make_member_decoder(Format::kGzip);
  for (int level = 0; level <= 12; ++level) {
    for (const std::size_t size : {0U, 1U, 1'000U, 100'000U}) {
      const std::string text = test::random_text(random, size);
      const std::string member = gzip_member(text, level);
      std::string out(size, '\0');
      const Step step = decoder->decode(member, out);
      EXPECT_EQ(step.status, Status::kDone);
      EXPECT_EQ(step.consumed, member.size());
      EXPECT_EQ(step.produced, size);
      EXPECT_EQ(out, text);
    }
  }
}

TEST(GzipMember, HasNeitherTimeNorName) {
  const std::string member = gzip_member("text");
  EXPECT_EQ(member.substr(3, 5), std::string(5, '\0'));
  EXPECT_EQ(member, gzip_member("text"));
}

TEST(GzipMember, KnowsLevelsZeroToTwelve) {
  EXPECT_THROW(gzip_member("text", -1), Error);
  EXPECT_THROW(gzip_member("text", 13), Error);
}

TEST(GzipMemberDecoder, AgreesWithTheStreamOnGoodMembers) {
  Random random(2);
  const auto decoder = make_member_decoder(Format::kGzip);
  const auto stream = make_stream(Format::kGzip);
  std::string out(20'000, '\0');
  for (int round = 0; round < 300; ++round) {
    const std::string text = test::random_text(random, random.below(20'000));
    const std::string member = random.chance(0.5)
                                   ? test::deflated(text, 31)
                                   : gzip_member(text, 1 + static_cast<int>(random.below(12)));
    const std::string in = member + test::random_text(random, random.below(30));
    const Step step = decoder->decode(in, out);
    const auto slow = test::decode_in_pieces(*stream, in, 1'000, 1'000);
    stream->reset();
    ASSERT_EQ(step.status, Status::kDone);
    ASSERT_EQ(slow.status, Status::kDone);
    ASSERT_EQ(step.consumed, slow.consumed);
    ASSERT_EQ(out.substr(0, step.produced), slow.bytes);
  }
}

TEST(GzipMemberDecoder, SaysLimitWhenTheRoomIsTooSmall) {
  const std::string text(10'000, 'x');
  std::string out(text.size() - 1, '\0');
  const auto decoder = make_member_decoder(Format::kGzip);
  EXPECT_EQ(decoder->decode(gzip_member(text), out).status, Status::kLimit);
  EXPECT_EQ(decoder->decode(gzip_member(text), {}).status, Status::kLimit);
}

TEST(GzipMemberDecoder, IsNeverDoneWithACutMember) {
  Random random(3);
  const std::string member = gzip_member(test::random_text(random, 2'000));
  const auto decoder = make_member_decoder(Format::kGzip);
  std::string out(3'000, '\0');
  for (std::size_t cut = 0; cut < member.size(); ++cut) {
    EXPECT_NE(decoder->decode(member.substr(0, cut), out).status, Status::kDone) << cut;
  }
}

TEST(GzipMemberDecoder, IsNeverDoneWithOtherBytesAfterAFlip) {
  Random random(4);
  const std::string text = test::random_text(random, 1'200);
  const std::string member = gzip_member(text);
  const auto decoder = make_member_decoder(Format::kGzip);
  std::string out(3'000, '\0');
  for (std::size_t at = 0; at < member.size(); ++at) {
    for (int mask = 1; mask < 256; mask += 2) {
      std::string damaged = member;
      damaged[at] = static_cast<char>(damaged[at] ^ mask);
      const Step step = decoder->decode(damaged, out);
      if (step.status == Status::kDone) {
        EXPECT_EQ(out.substr(0, step.produced), text) << at;
      }
    }
  }
}

}  // namespace
}  // namespace pagekin::codec
