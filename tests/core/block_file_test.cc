#include "pagekin/core/block_file.h"

#include <fstream>

#include "pagekin/core/error.h"
#include "pagekin/core/random.h"

#include "support/shared.h"
#include "support/temp_dir.h"

namespace pagekin {
namespace {

constexpr BlockFileKind kKind{.name = "thing", .version = 3, .section_count = 2};

std::string error_of(const std::string& path, const BlockFileKind& kind = kKind) {
  try {
    read_block_file(path, kind);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(BlockFile, SectionsComeBackWholeWhateverTheirSize) {
  const test::TempDir dir;
  const std::string path = dir.path() / "thing";
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, (std::size_t{1} << 20) - 1,
                                 std::size_t{1} << 20, std::size_t{3'000'000}}) {
    BlockFileWriter file(path, kKind);
    const std::string first(size, 'x');
    for (std::size_t at = 0; at < size; at += 70'000) file.write(1, first.substr(at, 70'000));
    file.write(2, "second");
    file.commit();
    EXPECT_EQ(read_block_file(path, kKind), (std::vector<std::string>{"", first, "second"}));
  }
  EXPECT_EQ(first_line_of_file(path), "pagekin thing 3");
}

TEST(BlockFile, WithoutCommitThereIsNoFile) {
  const test::TempDir dir;
  { BlockFileWriter(dir.path() / "thing", kKind).write(1, "x"); }
  EXPECT_THROW(read_block_file(dir.path() / "thing", kKind), Error);
}

TEST(BlockFile, EveryChangedByteAndEveryCutIsFound) {
  const test::TempDir dir;
  const std::string path = dir.path() / "thing";
  BlockFileWriter file(path, kKind);
  file.write(1, "first");
  file.write(2, "second");
  file.commit();
  const std::string bytes = test::read_file(path);
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 4);
    EXPECT_NE(error_of(dir.write("damaged", damaged)), "no error") << at;
    EXPECT_NE(error_of(dir.write("cut", bytes.substr(0, at))), "no error") << at;
  }
  EXPECT_NE(error_of(dir.write("longer", bytes + "x")).find("after its end"), std::string::npos);
  // Blocks in another order.
  const std::size_t begin = bytes.find('\n') + 1;
  const std::string one = bytes.substr(begin, 16 + 5);
  const std::string two = bytes.substr(begin + one.size(), 16 + 6);
  const std::string end = bytes.substr(begin + one.size() + two.size());
  EXPECT_NE(error_of(dir.write("mixed", bytes.substr(0, begin) + two + one + end)), "no error");
}

TEST(BlockFile, OtherKindsAndVersionsAreNamed) {
  const test::TempDir dir;
  const std::string path = dir.path() / "thing";
  BlockFileWriter(path, kKind).commit();
  EXPECT_EQ(error_of(path), "no error");
  EXPECT_EQ(error_of(path, {.name = "index", .version = 3, .section_count = 2}),
            path + " is not a pagekin index");
  EXPECT_EQ(error_of(path, {.name = "thing", .version = 2, .section_count = 2}),
            "thing " + path +
                " is of another version than 2, or damaged: it says '3'; it needs a newer version "
                "of pagekin");
}

}  // namespace
}  // namespace pagekin
