// What every stream promises in every format. Other files test what is particular to one format.
#include <gtest/gtest.h>

#include "codec/samples.h"
#include "support/hadoop_codecs.h"

namespace pagekin::codec {
namespace {

struct Case {
  const char* name;
  Format format;
  std::string (*compress)(std::string_view);
  bool checked;  // whether a checksum guards the content
};
void PrintTo(const Case& it, std::ostream* out) { *out << it.name; }

const Case kCases[] = {
    {"gzip", Format::kGzip, [](std::string_view in) { return test::deflated(in, 31); }, true},
    {"zlib", Format::kDeflate, [](std::string_view in) { return test::deflated(in, 15); }, true},
    {"raw", Format::kDeflate, [](std::string_view in) { return test::deflated(in, -15); }, false},
    {"zstd", Format::kZstd, [](std::string_view in) { return test::zstd_frame(in); }, true},
    {"brotli", Format::kBrotli, test::brotli_stream, false},
    {"bzip2", Format::kBzip2, test::bzip2_stream, true},
};

class EveryStream : public testing::TestWithParam<Case> {
 protected:
  std::string compress(std::string_view bytes) const { return GetParam().compress(bytes); }
  const std::unique_ptr<Stream> stream_ = make_stream(GetParam().format);
};

TEST_P(EveryStream, GivesBackWhatWasCompressed) {
  Random random(1);
  for (const std::size_t size : {0U, 1U, 2U, 100U, 5'000U, 300'000U}) {
    const std::string text = test::random_text(random, size);
    const std::string member = compress(text);
    const auto whole = test::decode_in_pieces(*stream_, member, member.size(), text.size() + 1);
    EXPECT_EQ(whole.status, Status::kDone) << size;
    EXPECT_EQ(whole.consumed, member.size()) << size;
    EXPECT_EQ(whole.bytes, text) << size;
    stream_->reset();
  }
}

TEST_P(EveryStream, DoesNotMindHowItIsFed) {
  Random random(2);
  for (int round = 0; round < 60; ++round) {
    const std::string text = test::random_text(random, random.below(4'000));
    const std::string member = compress(text) + "what follows";
    const std::size_t piece = round == 0 ? 1 : 1 + random.below(200);
    const std::size_t room = round == 1 ? 1 : 1 + random.below(200);
    const auto got = test::decode_in_pieces(*stream_, member, piece, room);
    EXPECT_EQ(got.status, Status::kDone);
    EXPECT_EQ(got.bytes, text);
    EXPECT_EQ(member.substr(got.consumed), "what follows");
    stream_->reset();
  }
}

TEST_P(EveryStream, CallsEveryCutTruncated) {
  Random random(3);
  const std::string text = test::random_text(random, 1'500);
  const std::string member = compress(text);
  for (std::size_t cut = 0; cut < member.size(); ++cut) {
    const auto whole = test::decode_in_pieces(*stream_, member.substr(0, cut), cut + 1, 2'000);
    stream_->reset();
    const auto bytewise = test::decode_in_pieces(*stream_, member.substr(0, cut), 1, 1);
    stream_->reset();
    EXPECT_EQ(whole.status, Status::kTruncated) << cut;
    EXPECT_EQ(whole.consumed, cut);
    EXPECT_TRUE(text.starts_with(whole.bytes)) << cut;
    EXPECT_EQ(bytewise.status, Status::kTruncated) << cut;
    EXPECT_EQ(bytewise.bytes, whole.bytes) << cut;
  }
}

TEST_P(EveryStream, SurvivesEveryFlippedByte) {
  Random random(4);
  const std::string text = test::random_text(random, 900);
  const std::string member = compress(text);
  for (std::size_t at = 0; at < member.size(); ++at) {
    for (const int mask : {0x01, 0x10, 0x80, 0xff}) {
      std::string damaged = member;
      damaged[at] = static_cast<char>(damaged[at] ^ mask);
      const auto got = test::decode_in_pieces(*stream_, damaged, 64, 1'000);
      // A changed flag can turn off the checksum of zstd.
      const bool guarded = GetParam().checked && !(GetParam().format == Format::kZstd && at == 4);
      if (guarded && got.status == Status::kDone) {
        EXPECT_EQ(got.bytes, text) << at;
      }
      stream_->reset();
    }
  }
}

TEST_P(EveryStream, SurvivesNoise) {
  Random random(5);
  for (int round = 0; round < 300; ++round) {
    // Half of them begin well, so that the noise reaches deeper.
    std::string noise = round % 2 == 0 ? compress("some text, some text").substr(0, 12) : "";
    for (std::uint32_t left = random.below(300); left > 0; --left) {
      noise += static_cast<char>(random.below(256));
    }
    const auto got = test::decode_in_pieces(*stream_, noise, 1 + random.below(50), 1'000);
    EXPECT_NE(got.status, Status::kMore);
    EXPECT_LE(got.consumed, noise.size());
    stream_->reset();
  }
}

TEST_P(EveryStream, KeepsItsAnswerUntilReset) {
  const std::string member = compress("text");
  std::string room(100, '\0');
  ASSERT_EQ(stream_->step(member, room, true).status, Status::kDone);
  const Step again = stream_->step(member, room, true);
  EXPECT_EQ(again.status, Status::kDone);
  EXPECT_EQ(again.consumed + again.produced, 0U);
}

TEST_P(EveryStream, EndsWithoutRoomWhenOnlyTheEndIsMissing) {
  const std::string text(1'000, 'x');
  const std::string member = compress(text);
  std::string exact(text.size(), '\0');
  Step step = stream_->step(member, exact, true);
  ASSERT_EQ(step.produced, text.size());
  if (step.status == Status::kMore) {
    char spare = 0;
    step = stream_->step(std::string_view(member).substr(step.consumed), {&spare, 1}, true);
    EXPECT_EQ(step.produced, 0U);
  }
  EXPECT_EQ(step.status, Status::kDone);
}

TEST_P(EveryStream, AsksForRoomWhenThereIsNone) {
  const std::string member = compress("text");
  EXPECT_EQ(stream_->step(member, {}, true).status, Status::kMore);
  EXPECT_EQ(stream_->step({}, {}, false).status, Status::kMore);
}

INSTANTIATE_TEST_SUITE_P(Codec, EveryStream, testing::ValuesIn(kCases),
                         [](const auto& it) { return std::string(it.param.name); });

}  // namespace
}  // namespace pagekin::codec
