#include "pagekin/core/lock_file.h"

#include <filesystem>
#include <memory>
#include <system_error>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"

#include "support/shared.h"
#include "support/temp_dir.h"

namespace pagekin {
namespace {

TEST(LockFile, HasOneHolderAndLeavesNothing) {
  const test::TempDir dir;
  const std::string path = dir.path() / "lock";
  auto first = std::make_unique<LockFile>(path);
  EXPECT_THROW(LockFile second(path), LockFile::Busy);
  EXPECT_TRUE(std::filesystem::exists(path));
  first.reset();
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_NO_THROW(LockFile third(path));
}

TEST(LockFile, TakesOverTheFileOfAKilledProcess) {
  const test::TempDir dir;
  const std::string path = dir.write("lock", "");
  { const LockFile lock(path); }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(LockFile, AFileWithBytesIsNotALock) {
  const test::TempDir dir;
  const std::string path = dir.write("lock", "mine");
  EXPECT_THROW(LockFile lock(path), Error);
  EXPECT_EQ(test::read_file(path), "mine");
}

TEST(LockFile, SaysWhyItCannotBeMade) {
  EXPECT_THROW(LockFile lock("/no/such/folder/lock"), std::system_error);
}

}  // namespace
}  // namespace pagekin
