#include "pagekin/hadoop/sequence_file.h"

#include <filesystem>
#include <map>
#include <sstream>

#include <gtest/gtest.h>
#include <openssl/sha.h>

#include "pagekin/core/error.h"
#include "pagekin/core/random.h"

#include "support/make_sequence.h"
#include "support/memory_source.h"
#include "support/shared.h"

namespace pagekin::hadoop {
namespace {

using Records = std::vector<std::pair<std::string, std::string>>;

struct Collected final : SequenceHandler {
  Records records;
  std::vector<std::string> faults;
  bool record(const SequenceRecord& record) override {
    records.emplace_back(record.key, record.value);
    return true;
  }
  void fault(std::uint64_t, SequenceFault, std::string detail) override {
    faults.push_back(std::move(detail));
  }
};

// One thread from front to back; the obvious way.
Collected read_all_of(ByteSource& file, const SequenceLimits& limits = {}) {
  const SequenceHeader header = read_header(file);
  SequenceReader reader(file, header, limits);
  Collected found;
  std::uint64_t at = header.size;
  for (;;) {
    const SequenceReader::Step step = reader.read(at, found);
    if (step.state == SequenceReader::State::kEnd) return found;
    at = step.next;
    if (step.state == SequenceReader::State::kLost) {
      at = reader.find_marker(at, UINT64_MAX);
      if (at == UINT64_MAX) return found;
    }
  }
}
Collected read_all_of(const std::string& bytes, const SequenceLimits& limits = {}) {
  test::MemorySource file(bytes);
  return read_all_of(file, limits);
}

Records some_records(std::uint64_t seed, std::size_t count) {
  Random random(seed);
  Records records;
  for (std::size_t i = 0; i < count; ++i) {
    std::string value;
    const std::uint32_t size = random.below(random.below(5) == 0 ? 30'000 : 300);
    for (std::uint32_t k = 0; k < size; ++k) value += static_cast<char>('a' + random.below(6));
    records.emplace_back(test::text("key" + std::to_string(i)), value);
  }
  return records;
}

TEST(SequenceFile, EveryCompressionVersionAndCodecGivesTheRecords) {
  const Records records = some_records(1, 40);
  for (const Compression compression :
       {Compression::kNone, Compression::kRecord, Compression::kBlock}) {
    for (const Codec codec : test::kEveryCodec) {
      for (int version = 2; version <= 6; ++version) {
        if (version < 5 && codec != Codec::kDeflate) continue;
        if (version < 4 && compression == Compression::kBlock) continue;
        if (version < 3 && compression != Compression::kNone) continue;
        const auto made = test::make_sequence(
            records, {.compression = compression, .codec = codec, .version = version});
        const Collected found = read_all_of(made.bytes);
        EXPECT_EQ(found.records, records) << version << test::class_of(codec);
        EXPECT_EQ(found.faults.size(), 0u);
      }
    }
  }
}

TEST(SequenceFile, NoRecordsAndEmptyRecords) {
  for (const Compression compression :
       {Compression::kNone, Compression::kRecord, Compression::kBlock}) {
    for (const Codec codec : test::kEveryCodec) {
      const Records empty = {{"", ""}, {"", ""}};
      const auto made = test::make_sequence(empty, {.compression = compression, .codec = codec});
      EXPECT_EQ(read_all_of(made.bytes).records, empty) << test::class_of(codec);
      const auto none = test::make_sequence({}, {.compression = compression, .codec = codec});
      EXPECT_EQ(read_all_of(none.bytes).records.size(), 0u);
      EXPECT_EQ(read_all_of(none.bytes).faults.size(), 0u);
    }
  }
}

TEST(SequenceFile, HeadersThatCannotBeReadSayWhy) {
  const auto why = [](const std::string& bytes) -> std::string {
    try {
      test::MemorySource file(bytes);
      read_header(file);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  const std::string good = test::make_sequence({}, {.compression = Compression::kRecord}).bytes;
  EXPECT_EQ(why(good), "");
  for (std::size_t size = 0; size < good.size(); ++size) EXPECT_NE(why(good.substr(0, size)), "");
  std::string lzo = good;
  lzo.replace(lzo.find("DefaultCodec"), 12, "StrangeCodec");
  EXPECT_NE(why(lzo).find("StrangeCodec"), std::string::npos);
  EXPECT_NE(why(lzo).find("SnappyCodec"), std::string::npos);
  std::string first = good;
  first[3] = '\1';
  EXPECT_NE(why(first).find("version 1"), std::string::npos);
  EXPECT_FALSE(is_sequence_file("SEQ\x07"));
  EXPECT_FALSE(is_sequence_file("SEQ"));
  EXPECT_FALSE(is_sequence_file("SEQUEL"));
}

TEST(SequenceFile, LengthsAreNotTrusted) {
  const auto made = test::make_sequence(some_records(2, 30));
  const std::string header = made.bytes.substr(0, made.header);
  const std::string rest = made.bytes.substr(made.parts[1].begin);
  for (const std::string& lie :
       {test::be32(0x7fffffff) + test::be32(3), test::be32(-2) + test::be32(3),
        test::be32(10) + test::be32(11), test::be32(10) + test::be32(-1)}) {
    const Collected found = read_all_of(header + lie + rest);
    EXPECT_EQ(found.faults.size(), 1u);
    EXPECT_EQ(found.records.size(), 30 - made.parts[1].first_record);
  }
}

TEST(SequenceFile, ABombIsReportedAndTheRestIsRead) {
  const Records records = {{test::text("a"), "x"},
                           {test::text("bomb"), std::string(1'000'000, 'b')},
                           {test::text("c"), "y"}};
  const SequenceLimits limits{.record_bytes = 100'000, .block_bytes = 100'000};
  for (const Codec codec : test::kEveryCodec) {
    const auto one_by_one =
        test::make_sequence(records, {.compression = Compression::kRecord, .codec = codec});
    const Collected single = read_all_of(one_by_one.bytes, limits);
    EXPECT_EQ(single.records.size(), 2u) << test::class_of(codec);
    EXPECT_EQ(single.faults.size(), 1u);
    const auto block =
        test::make_sequence(records, {.compression = Compression::kBlock, .codec = codec});
    const Collected together = read_all_of(block.bytes, limits);
    EXPECT_EQ(together.records.size(), 1u) << test::class_of(codec);
    EXPECT_EQ(together.faults.size(), 1u);
  }
}

TEST(SequenceFile, ARecordThatHoldsAMarkerIsOneRecord) {
  Records records = some_records(3, 10);
  const auto plain = test::make_sequence(records);
  const std::string marker(plain.bytes, plain.parts[1].begin, 20);
  records.emplace_back(test::text("holds"), "before" + marker + "after");
  records.emplace_back(test::text("last"), "value");
  const Collected found = read_all_of(test::make_sequence(records).bytes);
  EXPECT_EQ(found.records, records);
  EXPECT_EQ(found.faults.size(), 0u);
}

std::string hash_of(std::string_view bytes) {
  unsigned char digest[SHA256_DIGEST_LENGTH];
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest);
  std::string text;
  for (const unsigned char byte : digest) {
    constexpr const char* digits = "0123456789abcdef";
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

TEST(SequenceFile, SegmentsOfNutchHaveTheExpectedPages) {
  PAGEKIN_NEEDS_SHARED();
  const std::filesystem::path suite = test::shared_dir() / "suites" / "nutch" / "segments";
  if (!std::filesystem::exists(suite)) GTEST_SKIP() << "needs the segments beside the checkout";
  const std::string expected = test::read_file(suite / "expected.tsv");
  std::size_t segments = 0;
  for (const auto& folder : std::filesystem::directory_iterator(suite)) {
    const std::filesystem::path data = folder.path() / "content/part-r-00000/data";
    if (!std::filesystem::exists(data)) continue;
    ++segments;
    const Collected found = read_all_of(test::read_file(data));
    EXPECT_EQ(found.faults.size(), 0u) << data;
    std::string rows;
    for (const auto& [key, value] : found.records) {
      NutchContent content;
      std::string buffer;
      ASSERT_TRUE(parse_content(value, 1 << 28, content, buffer)) << data;
      rows += std::string(parse_text(kTextClass, key).value_or("?")) + "\t" +
              std::string(content.type) + "\t" + std::to_string(content.body.size()) + "\t" +
              hash_of(content.body) + "\n";
    }
    EXPECT_EQ(rows, expected) << data;
  }
  EXPECT_GE(segments, 11u);
}

}  // namespace
}  // namespace pagekin::hadoop
