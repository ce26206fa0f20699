#include "pagekin/reading/choose_pages.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/reading/page_copies.h"

#include "support/make_warc.h"
#include "support/temp_dir.h"

namespace pagekin::reading {
namespace {

namespace fs = std::filesystem;
using Ids = std::vector<std::string_view>;

std::string content_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

input::Source source_of(std::vector<std::string> inputs) {
  return {.inputs = std::move(inputs), .reading = {}};
}

const std::string kHtml = "<html><body><p>text</p></body></html>";

TEST(FindPages, FindsThoseThatAreChosen) {
  const test::TempDir dir;
  dir.write("site/a.html", kHtml + "a");
  dir.write("site/b.html", kHtml + "b");
  dir.write("site/c.html", kHtml + "c");
  const Ids chosen = {"c.html", "missing.html", "a.html"};
  const FoundPages found = find_pages(source_of({(dir.path() / "site").string()}), chosen, false);
  EXPECT_EQ(found.found, (std::vector<bool>{true, false, true}));
  EXPECT_EQ(found.kept, found.found);
  EXPECT_EQ(found.missing, 1U);
  EXPECT_EQ(found.counts.read(), 3U);
}

TEST(FindPages, KeepsTheFirstOfEqualPages) {
  const test::TempDir dir;
  for (const char* name : {"site/a.html", "site/b.html", "site/d.html"}) dir.write(name, kHtml);
  dir.write("site/c.html", kHtml + "other");
  const Ids chosen = {"d.html", "c.html", "b.html"};
  const FoundPages found = find_pages(source_of({(dir.path() / "site").string()}), chosen, true);
  EXPECT_EQ(found.kept, (std::vector<bool>{false, true, true}));
  EXPECT_EQ(found.repeated, 1U);
  EXPECT_EQ(found.missing, 0U);
}

TEST(FindPages, KnowsPagesWhoseIdsOccurAgain) {
  const test::TempDir dir;
  const std::string file = dir.write("a.jsonl", R"({"url": "http://a/", "html": "<p>1"})"
                                                "\n"
                                                R"({"url": "http://a/", "html": "<p>2"})"
                                                "\n");
  const FoundPages found = find_pages(source_of({file}), Ids{"http://a/#2"}, false);
  EXPECT_EQ(found.missing, 0U);
}

TEST(FindPages, FailsWhenNoneIsThere) {
  const test::TempDir dir;
  const std::string file = dir.write("a.html", kHtml);
  EXPECT_THROW(find_pages(source_of({file}), Ids{"x"}, false), InputError);
}

TEST(CopyToWarc, CopiesRecordsAsTheyAre) {
  const test::TempDir dir;
  const std::string extra = "X-Custom: kept\r\n";
  std::vector<std::string> records;
  for (const char* name : {"a", "b", "c"}) {
    records.push_back(test::warc_record(std::string("http://site.example/") + name,
                                        test::http_response(kHtml + name, extra)));
  }
  for (const bool is_gzip : {true, false}) {
    const std::string input = dir.write(is_gzip ? "in.warc.gz" : "in.warc",
                                        is_gzip ? test::gzip_each(records) : test::joined(records));
    const std::string output = (dir.path() / (is_gzip ? "1.warc" : "2.warc")).string();
    const auto copies = copy_to_warc(output);
    find_pages(source_of({input}), Ids{"http://site.example/c", "http://site.example/a"}, false,
               copies.get());
    EXPECT_FALSE(fs::exists(output));
    copies->finish();
    const std::string copied = content_of(output);
    EXPECT_TRUE(copied.ends_with(records[0] + records[2])) << copied;
    EXPECT_EQ(copied.find(records[1]), std::string::npos);
    EXPECT_EQ(copies->rewritten(), 0U);
  }
}

TEST(CopyToWarc, MakesRecordsOfOtherPages) {
  const test::TempDir dir;
  dir.write("site/a b.html", kHtml);
  const std::string lines =
      dir.write("p.jsonl", R"({"url": "http://a.example/", "html": "<html><p>1"})"
                           "\n");
  const std::string output = (dir.path() / "out.warc.gz").string();
  const auto copies = copy_to_warc(output);
  find_pages(source_of({(dir.path() / "site").string(), lines}),
             Ids{"a b.html", "http://a.example/"}, false, copies.get());
  copies->finish();
  // They can be read again; a space of an id is escaped in an archive.
  const FoundPages again =
      find_pages(source_of({output}), Ids{"a%20b.html", "http://a.example/"}, false);
  EXPECT_EQ(again.missing, 0U);
}

TEST(CopyToFolder, WritesAFileAPageAndAList) {
  const test::TempDir dir;
  const std::string lines =
      dir.write("p.jsonl", R"({"url": "http://a.example/x/", "html": "<p>1"})"
                           "\n"
                           R"({"url": "http://a.example/x/?q=1", "html": "<p>2"})"
                           "\n"
                           R"({"url": "http://a.example/x/../../../y", "html": "<p>3"})"
                           "\n");
  const std::string output = (dir.path() / "copies").string();
  const auto copies = copy_to_folder(output + "/");
  find_pages(source_of({lines}),
             Ids{"http://a.example/x/", "http://a.example/x/?q=1", "http://a.example/x/../../../y"},
             false, copies.get());
  EXPECT_FALSE(fs::exists(output));
  copies->finish();
  EXPECT_EQ(content_of(fs::path(output) / "a.example/x/index.html"), "<p>1");
  EXPECT_EQ(content_of(fs::path(output) / "a.example/x/index_q_1.html"), "<p>2");
  EXPECT_TRUE(
      content_of(fs::path(output) / "pages.tsv")
          .starts_with("page\tfile\tcharset\nhttp://a.example/x/\ta.example/x/index.html\t"));
  EXPECT_FALSE(fs::exists(dir.path() / "y.html"));
  EXPECT_THROW(copy_to_folder(output), OptionError);  // it has files now
}

TEST(CopyToFolder, LeavesNothingBehindWithoutAnEnd) {
  const test::TempDir dir;
  { const auto copies = copy_to_folder((dir.path() / "copies").string()); }
  EXPECT_TRUE(fs::is_empty(dir.path()));
}

TEST(CopyToFolder, NamesFilesSafely) {
  EXPECT_EQ(file_name_of("https://a.example"), "a.example.html");
  EXPECT_EQ(file_name_of("https://a.example/"), "a.example/index.html");
  EXPECT_EQ(file_name_of("shop/pan.htm"), "shop/pan.htm");
  EXPECT_EQ(file_name_of("../../etc/passwd"), "__/__/etc/passwd.html");
  EXPECT_EQ(file_name_of("/absolute"), "absolute.html");
  EXPECT_EQ(file_name_of(""), "index.html");
  EXPECT_EQ(file_name_of("a\nb:c"), "a_b_c.html");
  const std::string a = file_name_of(std::string(300, 'x') + "1");
  const std::string b = file_name_of(std::string(300, 'x') + "2");
  EXPECT_NE(a, b);
  EXPECT_LE(a.size(), 110U);
}

TEST(CopyToFolder, AnAddressOfManyPartsIsShortened) {
  std::string address = "http://a.example";
  for (int i = 0; i < 500; ++i) address += "/long-part" + std::to_string(i);
  const std::string name = file_name_of(address);
  EXPECT_TRUE(name.starts_with("other/")) << name;
  EXPECT_NE(name, file_name_of(address + "x"));
  const test::TempDir dir;
  const std::string output = (dir.path() / "copies").string();
  const auto copies = copy_to_folder(output);
  copies->add({.id = address, .body = "<p>1"}, address);
  copies->add({.id = "http://a.example/", .body = "<p>2"}, "http://a.example/");
  copies->finish();
  EXPECT_EQ(content_of(fs::path(output) / name), "<p>1");
  EXPECT_EQ(content_of(fs::path(output) / "a.example/index.html"), "<p>2");
}

TEST(CopyKindOf, IsToldByTheName) {
  const test::TempDir dir;
  EXPECT_EQ(copy_kind_of("a.warc.gz"), CopyKind::kWarc);
  EXPECT_EQ(copy_kind_of("a.WARC"), CopyKind::kWarc);
  EXPECT_EQ(copy_kind_of("new/"), CopyKind::kFolder);
  EXPECT_EQ(copy_kind_of(dir.path().string()), CopyKind::kFolder);
  EXPECT_EQ(copy_kind_of("a.csv"), CopyKind::kNone);
  EXPECT_EQ(copy_kind_of(""), CopyKind::kNone);
}

}  // namespace
}  // namespace pagekin::reading
