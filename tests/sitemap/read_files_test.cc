// Sitemaps in files, and an index with the files beside it.
#include "pagekin/sitemap/read_files.h"

#include "pagekin/codec/codec.h"
#include "pagekin/core/error.h"

#include "support/temp_dir.h"

namespace pagekin::sitemap {
namespace {

std::string index_of(const std::vector<std::string>& names) {
  std::string xml = "<sitemapindex>";
  for (const std::string& name : names) {
    xml += "<sitemap><loc>http://a.example/maps/" + name + "</loc></sitemap>";
  }
  return xml + "</sitemapindex>";
}

TEST(ReadFiles, AnIndexBringsWhatLiesBesideIt) {
  const test::TempDir dir;
  const std::string index = dir.write(
      "index.xml",
      index_of({"one.xml.gz", "two.xml.gz", "gone.xml", "map?page=1", "map?page=2", "folder"}));
  dir.write("one.xml.gz",
            codec::gzip_member("<urlset><url><loc>http://a.example/1</loc></url></urlset>"));
  dir.write("two.xml", "http://a.example/2\n");  // as a browser saves it
  dir.write("map", "http://a.example/3\n");
  dir.write("map?page=2", "http://a.example/4\n");
  dir.write("folder/x", "");
  const SitemapFiles files = read_sitemap_files(std::vector{index});
  EXPECT_EQ(files.addresses,
            (std::vector<std::string>{"http://a.example/1", "http://a.example/2",
                                      "http://a.example/3", "http://a.example/4"}));
  EXPECT_EQ(files.files, 5U);
  EXPECT_EQ(files.not_read, (std::vector<std::string>{"http://a.example/maps/gone.xml",
                                                      "http://a.example/maps/folder"}));
  EXPECT_TRUE(files.notes.empty());
}

TEST(ReadFiles, NoFileIsReadTwice) {
  const test::TempDir dir;
  const std::string index =
      dir.write("index.xml", index_of({"index.xml", "other.xml", "map?a", "map?b"}));
  const std::string other = dir.write("other.xml", index_of({"index.xml", "list.txt"}));
  const std::string list = dir.write("list.txt", "http://a.example/1\n");
  dir.write("map", "http://a.example/2\n");
  const SitemapFiles files = read_sitemap_files(std::vector{index, list, other});
  EXPECT_EQ(files.addresses,
            (std::vector<std::string>{"http://a.example/2", "http://a.example/1"}));
  EXPECT_EQ(files.files, 4U);
  EXPECT_EQ(files.not_read.size(), 3U);  // the index twice, and the other page of map
}

TEST(ReadFiles, ErrorsNameFileAndLine) {
  const test::TempDir dir;
  const std::string page = dir.write("page.html", "<html>");
  const std::string broken = dir.write("broken.xml", "<urlset>\n<url>\n</x>");
  const auto error_of = [](const std::string& path) {
    try {
      read_sitemap_files(std::vector{path});
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_EQ(error_of(page),
            page + ": expected <urlset>, <sitemapindex>, <rss> or <feed>, found <html>");
  EXPECT_TRUE(error_of(broken).starts_with(broken + ", line 3: expected well-formed XML"));
  EXPECT_NE(error_of((dir.path() / "none.xml").string()).find("none.xml"), std::string::npos);
  EXPECT_NE(error_of(dir.path().string()), "no error");
}

TEST(ReadFiles, WhatAnIndexLeadsToMayBeBad) {
  const test::TempDir dir;
  const std::string index = dir.write("index.xml", index_of({"page.html", "cut.xml", "list.txt"}));
  dir.write("page.html", "<html>");
  dir.write("cut.xml", "<urlset>\n<url><loc>http://a.example/1</loc></url><url>");
  dir.write("list.txt", "http://a.example/2\n");
  const SitemapFiles files = read_sitemap_files(std::vector{index});
  EXPECT_EQ(files.addresses,
            (std::vector<std::string>{"http://a.example/1", "http://a.example/2"}));
  ASSERT_EQ(files.notes.size(), 2U);
  EXPECT_NE(describe(files.notes[0]).find("page.html: expected <urlset>"), std::string::npos);
  EXPECT_NE(describe(files.notes[1]).find("cut.xml, line 2: expected well-formed"),
            std::string::npos);
}

}  // namespace
}  // namespace pagekin::sitemap
