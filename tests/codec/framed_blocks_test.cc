#include <gtest/gtest.h>

#include "codec/samples.h"
#include "support/hadoop_codecs.h"

namespace pagekin::codec {
namespace {

constexpr BlockFormat kFramedFormats[] = {BlockFormat::kSnappy, BlockFormat::kLz4};

TEST(FramedBlocks, GiveBackWhatWasCompressed) {
  Random random(1);
  for (const BlockFormat format : kFramedFormats) {
    for (const std::size_t size : {0U, 1U, 100U, 70'000U, 600'000U}) {
      const std::string text = test::random_text(random, size);
      for (const std::size_t chunk : {64U, 5'000U, 1U << 20}) {
        std::string out = "old";
        const std::string framed = test::framed_blocks(format, text, 200'000, chunk);
        EXPECT_EQ(decode_framed_blocks(format, framed, size, out), Status::kDone);
        EXPECT_TRUE(out == text) << size << " " << chunk;
      }
    }
  }
}

TEST(FramedBlocks, CutsAreTruncatedAndLimitsHold) {
  Random random(2);
  const std::string text = test::random_text(random, 3'000);
  for (const BlockFormat format : kFramedFormats) {
    const std::string framed = test::framed_blocks(format, text, 1'000, 300);
    std::string out;
    for (std::size_t cut = 1; cut < framed.size(); ++cut) {
      const Status status = decode_framed_blocks(format, framed.substr(0, cut), 10'000, out);
      EXPECT_TRUE(status == Status::kTruncated || text.starts_with(out)) << cut;
      EXPECT_TRUE(text.starts_with(out)) << cut;
    }
    EXPECT_EQ(decode_framed_blocks(format, framed, 2'999, out), Status::kLimit);
    EXPECT_LE(out.size(), 2'999U);
    EXPECT_TRUE(text.starts_with(out));
  }
}

TEST(FramedBlocks, DeclaredSizesDoNotMakeMemoryGrow) {
  std::string out;
  for (const BlockFormat format : kFramedFormats) {
    // A block of 2 GB in a chunk of 3 bytes.
    const std::string lie = test::be32(0x7fffffff) + test::be32(3) + "\xff\xff\x7f";
    EXPECT_EQ(decode_framed_blocks(format, lie, SIZE_MAX / 4, out), Status::kDamaged);
    EXPECT_LT(out.capacity(), 100'000U);
    EXPECT_EQ(decode_framed_blocks(format, test::be32(5) + test::be32(0), 100, out),
              Status::kDamaged);
    EXPECT_EQ(decode_framed_blocks(format, test::be32(0) + "x", 100, out), Status::kDamaged);
  }
}

TEST(FramedBlocks, SurviveNoise) {
  Random random(3);
  for (int round = 0; round < 2'000; ++round) {
    const BlockFormat format = kFramedFormats[round % 2];
    std::string framed = test::framed_blocks(format, test::random_text(random, 400), 150, 60);
    for (std::uint32_t flips = 1 + random.below(5); flips > 0; --flips) {
      framed[random.below(static_cast<std::uint32_t>(framed.size()))] =
          static_cast<char>(random.below(256));
    }
    std::string out;
    const Status status = decode_framed_blocks(format, framed, 100'000, out);
    EXPECT_NE(status, Status::kMore);
    EXPECT_LE(out.size(), 100'000U);
  }
}

}  // namespace
}  // namespace pagekin::codec
