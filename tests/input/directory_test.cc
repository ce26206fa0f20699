// Directories as they are found: loops, pipes, unreadable and odd files.
#include <filesystem>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pagekin/codec/codec.h"

#include "support/collect_pages.h"
#include "support/temp_dir.h"

namespace pagekin::input {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> ids(const test::Collected& collected) {
  std::vector<std::string> names;
  for (const test::KeptPage& page : collected.pages) names.push_back(page.id);
  return names;
}

TEST(Directory, IsReadInByteOrderOfWholePaths) {
  const test::TempDir dir;
  for (const char* const name :
       {"a/z.html", "a-b.html", "a.html", "a/b.htm", "B.xhtml", "a0.shtml", "c.txt"}) {
    dir.write(name, "<p>x");
  }
  EXPECT_EQ(ids(test::collect({dir.path().string() + "/"})),
            (std::vector<std::string>{"B.xhtml", "a-b.html", "a.html", "a/b.htm", "a/z.html",
                                      "a0.shtml"}));
}

TEST(Directory, ReadsCompressedPages) {
  const test::TempDir dir;
  dir.write("a.html.gz", codec::gzip_member("<p>zipped"));
  const test::Collected got = test::collect({dir.path().string()});
  ASSERT_EQ(got.pages.size(), 1u);
  EXPECT_EQ(got.pages[0].body, "<p>zipped");
}

TEST(Directory, BytesAfterCompressedPagesAreIgnored) {
  const test::TempDir dir;
  const std::string zeros(100'000, '\0');
  dir.write("a.html.gz", codec::gzip_member("<p>zip") + codec::gzip_member("ped") + zeros);
  dir.write("b.html.gz", codec::gzip_member("<p>zipped") + "other bytes");
  dir.write("c.html.zst", codec::zstd_frame("<p>zip") + codec::zstd_frame("ped") + zeros);
  const test::Collected got = test::collect({dir.path().string()});
  EXPECT_EQ(got.incidents.size(), 0u);
  ASSERT_EQ(got.pages.size(), 3u);
  for (const test::KeptPage& page : got.pages) EXPECT_EQ(page.body, "<p>zipped") << page.id;
}

TEST(Directory, EveryOddFileMeetsItsFateAndTheCountsAddUp) {
  const test::TempDir dir;
  dir.write("good.html", "<html><body>x");
  dir.write("empty.html", "");
  dir.write("binary.html", std::string_view("%PDF-1.7\n\0\1\2\3", 13));
  dir.write("gzip.html", codec::gzip_member("<p>x"));
  dir.write("cut.html.gz", codec::gzip_member(std::string(5000, 'x') + "<p>").substr(0, 30));
  dir.write("broken.html.gz", "\x1f\x8b\x08 this is not gzip");
  dir.write("huge.html", "<p>" + std::string(300'000, 'x'));
  dir.write("name\nwith\xff newline.html", "<p>x");
  fs::create_directory_symlink(dir.path(), dir.path() / "loop");
  fs::create_symlink("/etc/hostname", dir.path() / "outside.html");
  fs::create_symlink("good.html", dir.path() / "inside.html");
  fs::create_symlink("nowhere", dir.path() / "broken-link.html");
  ASSERT_EQ(mkfifo((dir.path() / "pipe.html").c_str(), 0600), 0);
  const test::Collected got =
      test::collect({dir.path().string()}, {.max_page_bytes = 100'000, .threads = 2});
  EXPECT_EQ(ids(got), (std::vector<std::string>{"cut.html.gz", "good.html", "huge.html",
                                                "inside.html", "name\nwith\xff newline.html"}));
  EXPECT_EQ(got.pages[0].limited, "cut short");
  EXPECT_EQ(got.pages[2].limited, "too long");
  EXPECT_EQ(got.pages[2].body.size(), 100'000u);
  EXPECT_EQ(got.count(Reason::kEmpty), 1u);
  EXPECT_EQ(got.count(Reason::kBinary), 2u);
  EXPECT_EQ(got.count(Reason::kDamaged), 1u);
  EXPECT_EQ(got.count(Reason::kLink), 3u);
  EXPECT_EQ(got.count(Reason::kSpecialFile), 1u);
  EXPECT_EQ(got.skipped(), 8u);
}

TEST(Directory, FilesOfOtherNamesAreCounted) {
  const test::TempDir dir;
  fs::create_directory(dir.path() / "pictures");
  dir.write("a.html", "<p>x");
  dir.write("style.css", "p {}");
  dir.write("crawl.warc.gz", "x");
  dir.write("pictures/one.jpg", "x");
  dir.write("pictures/two.jpg", "x");
  fs::create_symlink("style.css", dir.path() / "z.css");
  for (const unsigned threads : {1U, 3U}) {
    const test::Collected got = test::collect({dir.path().string()}, {.threads = threads});
    EXPECT_EQ(ids(got), (std::vector<std::string>{"a.html"}));
    EXPECT_EQ(got.skipped(), 0U);
    EXPECT_EQ(got.passed_over_by(PassedOver::kOtherName), 5U);
  }
  fs::remove(dir.path() / "a.html");
  EXPECT_EQ(test::collect({dir.path().string()}).passed_over_by(PassedOver::kOtherName), 5U)
      << "also where there is no page";
}

// Root may read everything, so the test runs as another user.
TEST(Directory, AnUnreadableFileIsNamedAndTheRestIsRead) {
  const test::TempDir dir;
  chmod(dir.path().c_str(), 0755);
  dir.write("a.html", "<p>x");
  chmod(dir.write("b.html", "<p>x").c_str(), 0000);
  dir.write("c.html", "<p>x");
  const pid_t child = fork();
  if (child == 0) {
    constexpr uid_t kNobody = 65534;
    if (geteuid() == 0 && setuid(kNobody) != 0) _exit(3);
    const test::Collected got = test::collect({dir.path().string()}, {.threads = 1});
    const bool right = ids(got) == std::vector<std::string>{"a.html", "c.html"} &&
                       got.count(Reason::kUnreadable) == 1 && got.incidents[0].page == "b.html";
    _exit(right ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST(Directory, TheNumberOfThreadsDoesNotShow) {
  const test::TempDir dir;
  for (int i = 0; i < 500; ++i) {
    dir.write("d" + std::to_string(i % 7) + "/" + std::to_string(i) + ".html",
              i % 11 == 0 ? "" : "<p>" + std::to_string(i));
  }
  const test::Collected one = test::collect({dir.path().string()}, {.threads = 1});
  for (const unsigned threads : {2u, 7u}) {
    const test::Collected many = test::collect({dir.path().string()}, {.threads = threads});
    EXPECT_EQ(one.pages, many.pages);
    EXPECT_EQ(one.incidents.size(), many.incidents.size());
  }
}

}  // namespace
}  // namespace pagekin::input
