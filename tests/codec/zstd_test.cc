#include <gtest/gtest.h>
#include <zdict.h>

#include "pagekin/core/error.h"

#include "codec/samples.h"

namespace pagekin::codec {
namespace {

using namespace std::string_literals;

// A frame header that asks for a window of 2^window_log bytes, then one empty block.
std::string empty_frame(int window_log) {
  return "\x28\xb5\x2f\xfd\x00"s + static_cast<char>((window_log - 10) << 3) + "\x01\x00\x00"s;
}

std::string trained_dictionary() {
  Random random(11);
  std::string samples;
  std::vector<std::size_t> sizes;
  for (int i = 0; i < 400; ++i) {
    samples += test::random_text(random, 400);
    sizes.push_back(400);
  }
  std::string dictionary(4'096, '\0');
  const std::size_t size =
      ZDICT_trainFromBuffer(dictionary.data(), dictionary.size(), samples.data(), sizes.data(),
                            static_cast<unsigned>(sizes.size()));
  if (ZDICT_isError(size)) throw std::runtime_error(ZDICT_getErrorName(size));
  dictionary.resize(size);
  return dictionary;
}

TEST(Zstd, WholeFramesAgreeWithTheStream) {
  Random random(1);
  const auto decoder = make_member_decoder(Format::kZstd);
  const auto stream = make_stream(Format::kZstd);
  std::string out(20'000, '\0');
  for (int round = 0; round < 200; ++round) {
    const std::string text = test::random_text(random, random.below(20'000));
    const std::string in =
        test::zstd_frame(text, {.content_size = random.chance(0.5)}) + "whatever follows";
    const Step step = decoder->decode(in, out);
    const auto slow = test::decode_in_pieces(*stream, in, 1'000, 1'000);
    stream->reset();
    ASSERT_EQ(step.status, Status::kDone);
    ASSERT_EQ(slow.status, Status::kDone);
    ASSERT_EQ(step.consumed, slow.consumed);
    ASSERT_EQ(out.substr(0, step.produced), text);
    ASSERT_EQ(slow.bytes, text);
  }
}

TEST(Zstd, SkippableFramesAreMembersWithoutOutput) {
  const auto decoder = make_member_decoder(Format::kZstd);
  const auto stream = make_stream(Format::kZstd);
  for (const std::size_t size : {0U, 1U, 1'000U, 300'000U}) {
    const std::string frame = test::skippable_frame(std::string(size, 's'));
    const std::string in = frame + test::zstd_frame("after");
    const Step step = decoder->decode(in, {});
    EXPECT_EQ(step.status, Status::kDone);
    EXPECT_EQ(step.consumed, frame.size());
    for (const std::size_t piece : {std::size_t{1}, in.size()}) {
      const auto slow = test::decode_in_pieces(*stream, in, piece, 100);
      EXPECT_EQ(slow.status, Status::kDone);
      EXPECT_EQ(slow.consumed, frame.size());
      EXPECT_EQ(slow.bytes, "");
      stream->reset();
    }
  }
}

TEST(Zstd, ASkippableFrameThatPromisesMoreThanThereIsIsTruncated) {
  const std::string frame = "\x50\x2a\x4d\x18\xff\xff\xff\xff short"s;
  const auto stream = make_stream(Format::kZstd);
  EXPECT_EQ(test::decode_in_pieces(*stream, frame, 100, 100).status, Status::kTruncated);
  EXPECT_NE(make_member_decoder(Format::kZstd)->decode(frame, {}).status, Status::kDone);
}

TEST(Zstd, UsesTheDictionaryForEveryFrame) {
  const std::string dictionary = trained_dictionary();
  Random random(2);
  const auto decoder = make_member_decoder(Format::kZstd, dictionary);
  const auto stream = make_stream(Format::kZstd, dictionary);
  for (int round = 0; round < 20; ++round) {
    const std::string text = test::random_text(random, 500);
    const std::string frame = test::zstd_frame(text, {.dictionary = dictionary});
    std::string out(text.size(), '\0');
    EXPECT_EQ(decoder->decode(frame, out).status, Status::kDone);
    EXPECT_EQ(out, text);
    EXPECT_EQ(test::decode_in_pieces(*stream, frame, 50, 50).bytes, text);
    stream->reset();
  }
}

TEST(Zstd, AMissingDictionaryIsDamage) {
  const std::string text(500, 'x');
  const std::string frame = test::zstd_frame(text, {.dictionary = trained_dictionary()});
  std::string out(text.size(), '\0');
  EXPECT_EQ(make_member_decoder(Format::kZstd)->decode(frame, out).status, Status::kDamaged);
  const auto stream = make_stream(Format::kZstd);
  EXPECT_EQ(test::decode_in_pieces(*stream, frame, 50, 50).status, Status::kDamaged);
}

TEST(Zstd, ADamagedDictionaryIsAnError) {
  const std::string dictionary = trained_dictionary().substr(0, 40);
  EXPECT_THROW(make_member_decoder(Format::kZstd, dictionary), Error);
  EXPECT_THROW(make_stream(Format::kZstd, dictionary), Error);
}

TEST(Zstd, RefusesWindowsThatWouldTakeMuchMemory) {
  std::string out(100, '\0');
  EXPECT_EQ(make_stream(Format::kZstd)->step(empty_frame(27), out, true).status, Status::kDone);
  EXPECT_EQ(make_stream(Format::kZstd)->step(empty_frame(28), out, true).status, Status::kDamaged);
  EXPECT_EQ(decode_all(Format::kZstd, empty_frame(23), 100, out), Status::kDone);
  EXPECT_EQ(decode_all(Format::kZstd, empty_frame(24), 100, out), Status::kDamaged);
}

TEST(Zstd, DoesNotBelieveTheDeclaredSize) {
  // One segment of declared 2^62 bytes, and no block.
  const std::string frame = "\x28\xb5\x2f\xfd\xe0\x00\x00\x00\x00\x00\x00\x00\x40"s;
  std::string out(100, '\0');
  EXPECT_NE(make_member_decoder(Format::kZstd)->decode(frame, out).status, Status::kDone);
  EXPECT_EQ(make_stream(Format::kZstd)->step(frame, out, true).status, Status::kDamaged);
}

TEST(Zstd, RefusesFramesOfOldVersions) {
  std::string out(100, '\0');
  for (const char first : {'\x1e', '\x22', '\x23', '\x24', '\x25', '\x26', '\x27'}) {
    const std::string frame = first + "\xb5\x2f\xfd\x00\x00\x00\x00\x00\x00"s;
    EXPECT_EQ(make_member_decoder(Format::kZstd)->decode(frame, out).status, Status::kDamaged);
    EXPECT_EQ(make_stream(Format::kZstd)->step(frame, out, true).status, Status::kDamaged);
  }
}

TEST(Zstd, GivesTheBlocksBeforeADamagedOne) {
  Random random(3);
  const std::string text = test::random_text(random, 600'000);
  std::string frame = test::zstd_frame(text);
  frame.back() = static_cast<char>(frame.back() ^ 1);  // the checksum
  const auto stream = make_stream(Format::kZstd);
  const auto got = test::decode_in_pieces(*stream, frame, frame.size(), 700'000);
  EXPECT_EQ(got.status, Status::kDamaged);
  EXPECT_EQ(got.bytes, text);
}

TEST(Zstd, FramesThatWeMakeAreReadAgainAndHaveAChecksum) {
  Random random(4);
  std::string out;
  for (const std::uint32_t size : {0U, 1U, 300U, 20'000U, 9'000'000U}) {
    const std::string text = test::random_text(random, size);
    std::string frame = zstd_frame(text, 1);
    EXPECT_EQ(frame, zstd_frame(text, 1));
    EXPECT_EQ(decode_all(Format::kZstd, frame, size, out), Status::kDone);
    EXPECT_EQ(out, text);
    frame.back() = static_cast<char>(frame.back() ^ 1);
    EXPECT_EQ(decode_all(Format::kZstd, frame, size + 1, out), Status::kDamaged);
  }
  EXPECT_THROW(zstd_frame("", 0), Error);
  EXPECT_THROW(zstd_frame("", 20), Error);
}

}  // namespace
}  // namespace pagekin::codec
