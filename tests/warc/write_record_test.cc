#include "pagekin/warc/write_record.h"

#include <gtest/gtest.h>

#include "pagekin/warc/read_record.h"

#include "support/memory_source.h"

namespace pagekin::warc {
namespace {

TEST(WriteRecord, HasTheFormOfTheStandard) {
  std::string out = "before";
  append_record({{"WARC-Type", "response"}, {"WARC-Truncated", ""}, {"Content-Type", "a/b"}},
                {"one ", "two"}, out);
  EXPECT_EQ(out,
            "beforeWARC/1.1\r\nWARC-Type: response\r\nContent-Type: a/b\r\n"
            "Content-Length: 7\r\n\r\none two\r\n\r\n");
}

TEST(WriteRecord, IsReadBack) {
  struct Handler final : RecordHandler {
    bool wants(const WarcRecord&) override { return true; }
    void record(const WarcRecord& record) override {
      EXPECT_EQ(record.type, "resource");
      EXPECT_EQ(record.content_type, "text/html");
      EXPECT_FALSE(record.fault.has_value()) << record.detail;
      uris.push_back(record.target_uri);
      blocks.emplace_back(record.block);
    }
    void damage(std::uint64_t, std::string detail) override { ADD_FAILURE() << detail; }
    std::vector<std::string> uris;
    std::vector<std::string> blocks;
  } handler;
  // Blocks that look like the end of a record, or like another one.
  const std::vector<std::string> blocks = {"", "\r\n\r\n", "x\r\n\r\nWARC/1.1\r\nWARC-Type: a\r\n"};
  std::string bytes;
  for (const std::string& block : blocks) {
    append_record({{"WARC-Type", "resource"},
                   {"WARC-Target-URI", "http://h/" + std::to_string(block.size())},
                   {"WARC-Record-ID", record_id(1, block.size())},
                   {"Content-Type", "text/html"}},
                  {block}, bytes);
  }
  test::MemorySource source(bytes);
  const auto stream = open_plain(source);
  RecordReader reader(*stream, {}, handler);
  while (reader.at_record()) reader.read();
  EXPECT_EQ(handler.blocks, blocks);
  EXPECT_EQ(handler.uris.front(), "http://h/0");
}

TEST(WriteRecord, IdsAreUuids) {
  const std::string id = record_id(1, 2);
  EXPECT_TRUE(id.starts_with("<urn:uuid:") && id.ends_with(">")) << id;
  EXPECT_EQ(id.size(), 10 + 36 + 1u);
  EXPECT_NE(id, record_id(1, 8));
}

}  // namespace
}  // namespace pagekin::warc
