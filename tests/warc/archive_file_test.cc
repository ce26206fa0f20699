#include "pagekin/warc/archive_file.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "pagekin/codec/codec.h"
#include "pagekin/core/error.h"
#include "pagekin/core/output_link.h"

#include "support/shared.h"
#include "support/temp_dir.h"

namespace pagekin::warc {
namespace {

struct ArchiveFiles : testing::Test {
  test::TempDir directory;
  std::string path = (directory.path() / "a.warc").string();
};

TEST_F(ArchiveFiles, HoldRecordsAsTheyAreOrOneGzipMemberEach) {
  const std::string zipped = path + ".gz";
  for (const std::string& name : {path, zipped}) {
    ArchiveFile file(name, 0);
    file.add("one");
    file.add("two");
    const std::uint64_t size = file.flush();
    EXPECT_EQ(size, std::filesystem::file_size(name));
  }
  EXPECT_EQ(test::read_file(path), "onetwo");
  EXPECT_EQ(test::read_file(zipped), codec::gzip_member("one") + codec::gzip_member("two"));
}

TEST_F(ArchiveFiles, GoOnWhereTheyWereFlushed) {
  std::uint64_t size = 0;
  {
    ArchiveFile file(path, 0);
    file.add("kept ");
    size = file.flush();
    file.add("lost");
  }
  {
    ArchiveFile file(path, size);
    file.add("added");
  }
  EXPECT_EQ(test::read_file(path), "kept added");
  EXPECT_THROW(ArchiveFile(path, 1'000'000), Error);
}

TEST_F(ArchiveFiles, AreNotWrittenThroughALink) {
  const std::string target = directory.write("target.warc", "whole");
  std::filesystem::create_symlink(target, path);
  EXPECT_THROW(ArchiveFile(path, 0), Error);
  EXPECT_EQ(test::read_file(target), "whole");
  const bool before = follow_output_links(true);
  ArchiveFile(path, 5).add(" and more");
  follow_output_links(before);
  EXPECT_EQ(test::read_file(target), "whole and more");
  EXPECT_TRUE(std::filesystem::is_symlink(path));
}

TEST_F(ArchiveFiles, HaveOneOfTwoEndingsAndAFolderThatExists) {
  EXPECT_THROW(ArchiveFile((directory.path() / "a.gz").string(), 0), Error);
  EXPECT_THROW(ArchiveFile((directory.path() / "missing" / "a.warc").string(), 0), Error);
}

}  // namespace
}  // namespace pagekin::warc
