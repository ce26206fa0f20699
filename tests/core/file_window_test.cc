#include "pagekin/core/file_window.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace pagekin {
namespace {

// Bytes in memory that may grow; knows the largest room that it was offered.
class GrowingSource final : public ByteSource {
 public:
  std::string bytes;
  std::uint64_t told_size = 0;
  std::size_t most_room = 0;

  std::size_t read_at(std::uint64_t offset, std::span<char> out) override {
    most_room = std::max(most_room, out.size());
    if (offset >= bytes.size()) return 0;
    const std::size_t count = std::min(out.size(), bytes.size() - static_cast<std::size_t>(offset));
    std::copy_n(bytes.data() + offset, count, out.data());
    return count;
  }
  std::optional<std::uint64_t> size() const override { return told_size; }
};

TEST(FileWindow, OfASmallFileTakesLittleMemory) {
  GrowingSource source;
  source.bytes = std::string(2'000, 'x') + "end";
  source.told_size = source.bytes.size();
  FileWindow window(source);
  EXPECT_EQ(window.at(0, 1 << 20), source.bytes);
  EXPECT_TRUE(window.at_end());
  EXPECT_LE(source.most_room, source.bytes.size() + 1);
  EXPECT_EQ(window.at(2'000, 10), "end");
}

TEST(FileWindow, ReadsOnInAFileThatHasGrown) {
  GrowingSource source;
  source.bytes = std::string(3'000'000, 'x') + "end";
  source.told_size = 1'000;  // when it was opened
  FileWindow window(source);
  EXPECT_EQ(window.at(0, source.bytes.size()), source.bytes);
  EXPECT_EQ(window.at(3'000'000, 10), "end");
}

}  // namespace
}  // namespace pagekin
