#include "pagekin/crawl/response_archive.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "support/shared.h"
#include "support/temp_dir.h"

namespace pagekin::crawl {
namespace {

struct ResponseArchives : testing::Test {
  std::string text() const { return test::read_file(path); }
  bool has(const std::string& part) const { return text().find(part) != std::string::npos; }

  test::TempDir directory;
  std::string path = (directory.path() / "a.warc").string();
};

TEST_F(ResponseArchives, HoldWhatWasFetchedDecodedAndWithDigests) {
  Fetched fetched;
  fetched.status = 200;
  fetched.headers = {{"Content-Encoding", "gzip"}, {"X-Lines", std::string("a\r\nb\0c", 6)}};
  {
    ResponseArchive file(path, 0);
    file.add("http://h/", fetched, 0);
    const std::uint64_t size = file.flush();
    EXPECT_EQ(std::filesystem::file_size(path), size);
  }
  EXPECT_TRUE(has("WARC-Target-URI: http://h/\r\nWARC-Date: 1970-01-01T00:00:00Z\r\n"));
  EXPECT_TRUE(has("WARC-Payload-Digest: sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ\r\n"));
  EXPECT_TRUE(
      has("\r\n\r\nHTTP/1.1 200 \r\nX-Crawler-Content-Encoding: gzip\r\n"
          "X-Lines: a  b c\r\nContent-Length: 0\r\n\r\n\r\n\r\n"));
  EXPECT_FALSE(has("WARC-Truncated"));
}

TEST_F(ResponseArchives, SayWhatIsNotWhole) {
  Fetched fetched;
  fetched.status = 200;
  fetched.body = "<p>";
  fetched.cut_short = true;
  ResponseArchive file(path, 0);
  file.add("http://h/", fetched, 0);
  fetched.too_long = true;
  file.add("http://h/", fetched, 0);
  file.flush();
  EXPECT_TRUE(has("WARC-Truncated: disconnect\r\n"));
  EXPECT_TRUE(has("WARC-Truncated: length\r\n"));
}

TEST_F(ResponseArchives, GoOnWhereTheyWereFlushed) {
  std::uint64_t size = 0;
  {
    ResponseArchive file(path, 0);
    size = file.flush();
    file.add("http://h/lost", {}, 0);
  }
  {
    ResponseArchive file(path, size);
    file.add("http://h/kept", {}, 0);
  }
  EXPECT_FALSE(has("/lost"));
  EXPECT_TRUE(has("/kept"));
  EXPECT_EQ(text().find("warcinfo"), text().rfind("warcinfo"));
}

}  // namespace
}  // namespace pagekin::crawl
