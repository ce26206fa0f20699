#include "pagekin/core/atomic_file.h"

#include <csignal>
#include <filesystem>
#include <string>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pagekin/core/error.h"
#include "pagekin/core/output_link.h"

#include "support/shared.h"
#include "support/temp_dir.h"

namespace pagekin {
namespace {

std::size_t file_count(const std::filesystem::path& folder) {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder)) ++count;
  return count;
}

TEST(AtomicFile, AppearsWholeOnCommit) {
  const test::TempDir dir;
  const std::string path = dir.write("a", "old");
  AtomicFile file(path);
  file.write("new");
  EXPECT_EQ(test::read_file(path), "old");
  file.commit();
  EXPECT_EQ(test::read_file(path), "new");
  EXPECT_EQ(file_count(dir.path()), 1u);
}

TEST(AtomicFile, LeavesNothingWithoutCommit) {
  const test::TempDir dir;
  { AtomicFile(dir.path() / "a").write("half"); }
  EXPECT_EQ(file_count(dir.path()), 0u);
}

TEST(AtomicFile, RemovesWhatAKilledWriterLeftBehind) {
  const test::TempDir dir;
  const std::string path = dir.path() / "a";
  const pid_t child = fork();
  if (child == 0) {
    AtomicFile first(path);
    AtomicFile second(path);
    first.write("half");
    kill(getpid(), SIGKILL);
  }
  waitpid(child, nullptr, 0);
  EXPECT_EQ(file_count(dir.path()), 2u);
  dir.write("a.pagekin-x", "of somebody else");
  AtomicFile(path).commit();
  EXPECT_EQ(test::read_file(path), "");
  EXPECT_EQ(file_count(dir.path()), 2u);
}

TEST(AtomicFile, WritersSideBySideDoNotHarmEachOther) {
  const test::TempDir dir;
  const std::string path = dir.path() / "a";
  AtomicFile first(path);
  first.write("first");
  AtomicFile second(path);
  second.write("second");
  AtomicFile third(path);
  second.commit();
  EXPECT_EQ(test::read_file(path), "second");
  first.commit();
  EXPECT_EQ(test::read_file(path), "first");
  third.write("third");
  third.commit();
  EXPECT_EQ(test::read_file(path), "third");
  EXPECT_EQ(file_count(dir.path()), 1u);
}

// A link that somebody has put in the place of the temporary file is not followed.
TEST(AtomicFile, WritesThroughNoPlantedLink) {
  const test::TempDir dir;
  const std::string victim = dir.write("victim", "whole");
  const std::string path = dir.path() / "a";
  std::filesystem::create_symlink(victim, path + ".pagekin-1");
  AtomicFile file(path);
  file.write("new");
  file.commit();
  EXPECT_EQ(test::read_file(victim), "whole");
  EXPECT_EQ(test::read_file(path), "new");
}

TEST(AtomicFile, NeverReplacesWhatIsNoRegularFile) {
  const test::TempDir dir;
  const std::string pipe = dir.path() / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  AtomicFile file(pipe);
  file.write("through");
  file.commit();
  char got[16] = {};
  EXPECT_EQ(read(reader, got, sizeof got), 7);
  close(reader);
  EXPECT_EQ(std::string(got), "through");
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
  EXPECT_EQ(file_count(dir.path()), 1u);
}

// Outputs may be written through links while it exists.
class LinksAllowed {
 public:
  LinksAllowed() : before_(follow_output_links(true)) {}
  ~LinksAllowed() { follow_output_links(before_); }
  LinksAllowed(const LinksAllowed&) = delete;
  LinksAllowed& operator=(const LinksAllowed&) = delete;

 private:
  bool before_;
};

TEST(AtomicFile, RefusesALinkThatWasThereBefore) {
  const test::TempDir dir;
  const std::string target = dir.write("target", "old");
  const std::string link = (dir.path() / "link").string();
  for (const std::string& end : {target, std::string("nowhere"), std::string("/dev/null")}) {
    std::filesystem::remove(link);
    std::filesystem::create_symlink(end, link);
    try {
      const AtomicFile file(link);
      FAIL() << end;
    } catch (const Error& error) {
      EXPECT_EQ(error.what(), "cannot write " + link + ": it is a symbolic link to " + end +
                                  "; option `follow_links` lets outputs be written through links");
    }
    EXPECT_TRUE(std::filesystem::is_symlink(link));
  }
  EXPECT_EQ(test::read_file(target), "old");
  EXPECT_EQ(file_count(dir.path()), 2u);
}

// A link that appears after the file was opened is replaced, not followed.
TEST(AtomicFile, ReplacesALinkThatAppearsLater) {
  const test::TempDir dir;
  const std::string victim = dir.write("victim", "whole");
  const std::string path = dir.path() / "a";
  AtomicFile file(path);
  file.write("new");
  std::filesystem::create_symlink(victim, path);
  file.commit();
  EXPECT_EQ(test::read_file(victim), "whole");
  EXPECT_EQ(test::read_file(path), "new");
  EXPECT_FALSE(std::filesystem::is_symlink(path));
}

TEST(AtomicFile, FoldersMayBeLinks) {
  const test::TempDir dir;
  std::filesystem::create_directory(dir.path() / "folder");
  std::filesystem::create_directory_symlink("folder", dir.path() / "link");
  AtomicFile file(dir.path() / "link" / "a");
  file.write("new");
  file.commit();
  EXPECT_EQ(test::read_file(dir.path() / "folder" / "a"), "new");
}

// /dev/fd/N is a link wherever it leads, but it names a descriptor of this process.
TEST(AtomicFile, WritesToADescriptorThatIsNamed) {
  const test::TempDir dir;
  const std::string path = dir.write("a", "before ");
  const int file = open(path.c_str(), O_WRONLY | O_APPEND);
  for (const std::string folder : {"/dev/fd/", "/proc/self/fd/"}) {
    AtomicFile output(folder + std::to_string(file));
    output.write("through ");
    output.commit();
  }
  close(file);
  EXPECT_EQ(test::read_file(path), "before through through ");
  EXPECT_EQ(named_descriptor("/dev/stdout"), STDOUT_FILENO);
  EXPECT_EQ(named_descriptor("/dev/stderr"), STDERR_FILENO);
  EXPECT_EQ(named_descriptor("/dev/fd/1x"), -1);
  EXPECT_EQ(named_descriptor("/dev/fd/"), -1);
  EXPECT_EQ(named_descriptor("/dev/null"), -1);
}

TEST(AtomicFile, FollowsADanglingLinkOnRequest) {
  const LinksAllowed allowed;
  const test::TempDir dir;
  std::filesystem::create_symlink("second", dir.path() / "first");
  std::filesystem::create_symlink("absent", dir.path() / "second");
  AtomicFile file(dir.path() / "first");
  file.write("new");
  file.commit();
  EXPECT_TRUE(std::filesystem::is_symlink(dir.path() / "first"));
  EXPECT_TRUE(std::filesystem::is_symlink(dir.path() / "second"));
  EXPECT_EQ(test::read_file(dir.path() / "absent"), "new");
  std::filesystem::create_symlink("loop", dir.path() / "loop");
  EXPECT_THROW(AtomicFile{dir.path() / "loop"}, Error);
}

TEST(AtomicFile, FollowsALinkOnRequestAndLeavesItALink) {
  const LinksAllowed allowed;
  const test::TempDir dir;
  const std::string target = dir.write("target", "old");
  const std::filesystem::path link = dir.path() / "link";
  std::filesystem::create_symlink(target, link);
  AtomicFile file(link);
  file.write("new");
  file.commit();
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(test::read_file(target), "new");
}

TEST(AtomicFile, RefusesALinkOfAnotherUser) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can make a link of another user";
  const LinksAllowed allowed;
  const test::TempDir dir;
  const std::string target = dir.write("target", "old");
  const std::string link = (dir.path() / "link").string();
  ASSERT_EQ(symlink(target.c_str(), link.c_str()), 0);
  ASSERT_EQ(lchown(link.c_str(), 65'534, 65'534), 0);
  EXPECT_THROW(AtomicFile{link}, Error);
  EXPECT_EQ(test::read_file(target), "old");
}

TEST(AtomicFile, NamesTheFileThatCannotBeWritten) {
  try {
    const AtomicFile file("/no/such/folder/a");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()),
              "cannot write /no/such/folder/a: No such file or directory");
  }
}

TEST(AtomicFile, AFullDiskKeepsTheOldFile) {
  const test::TempDir dir;
  const std::string path = dir.write("a", "old");
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{10'000, 10'000};
    setrlimit(RLIMIT_FSIZE, &small);
    try {
      AtomicFile file(path);
      for (int i = 0; i < 100; ++i) file.write(std::string(10'000, 'x'));
      file.commit();
    } catch (const Error& error) {
      _exit(std::string(error.what()).find("bytes free") != std::string::npos ? 0 : 2);
    }
    _exit(1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(test::read_file(path), "old");
}

}  // namespace
}  // namespace pagekin
