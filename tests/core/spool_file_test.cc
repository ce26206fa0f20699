#include "pagekin/core/spool_file.h"

#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"

#include "support/temp_dir.h"

namespace pagekin {
namespace {

TEST(SpoolFile, GivesBytesBackAndForgetsThem) {
  SpoolFile spool;
  spool.append("abc");
  spool.append("");
  spool.append("defg");
  EXPECT_EQ(spool.size(), 7u);
  char out[4];
  EXPECT_EQ(std::string(out, spool.read_at(2, out)), "cdef");
  EXPECT_EQ(std::string(out, spool.read_at(5, out)), "fg");
  EXPECT_EQ(spool.read_at(7, out), 0u);
  spool.clear();
  EXPECT_EQ(spool.size(), 0u);
  spool.append("x");
  EXPECT_EQ(std::string(out, spool.read_at(0, out)), "x");
}

TEST(SpoolFile, LeavesNothingInTheFolderAndNeedsOne) {
  const test::TempDir dir;
  const char* const before = std::getenv("TMPDIR");
  const std::string old = before != nullptr ? before : "";
  setenv("TMPDIR", dir.path().c_str(), 1);
  SpoolFile spool;
  spool.append("abc");
  EXPECT_TRUE(std::filesystem::is_empty(dir.path()));
  setenv("TMPDIR", (dir.path() / "none").c_str(), 1);
  SpoolFile homeless;
  EXPECT_THROW(homeless.append("abc"), Error);
  if (before != nullptr) {
    setenv("TMPDIR", old.c_str(), 1);
  } else {
    unsetenv("TMPDIR");
  }
}

}  // namespace
}  // namespace pagekin
