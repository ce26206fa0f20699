#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/codec/codec.h"
#include "pagekin/core/error.h"
#include "pagekin/synth/synth.h"

#include "support/collect_pages.h"
#include "support/temp_dir.h"

namespace pagekin::synth {
namespace {

namespace fs = std::filesystem;

std::string bytes_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string expected_labels(const Crawl& crawl, bool urls) {
  std::string rows = "page\ttemplate\n";
  for (std::uint64_t n = 0; n < crawl.size(); ++n) {
    const SynthPage page = crawl.page(n);
    rows += (urls ? page.url : page.path) + '\t' + page.template_name + '\n';
  }
  return rows;
}

struct Record {
  std::map<std::string, std::string> fields;
  std::string block;
};

// Reads records by their lengths, so that a wrong length is noticed.
std::vector<Record> records_of(std::string_view warc) {
  std::vector<Record> records;
  while (!warc.empty()) {
    Record record;
    EXPECT_TRUE(warc.starts_with("WARC/1.1\r\n"));
    const std::size_t head_end = warc.find("\r\n\r\n");
    std::string_view head = warc.substr(10, head_end + 2 - 10);
    while (!head.empty()) {
      const std::size_t colon = head.find(": ");
      const std::size_t end = head.find("\r\n");
      record.fields.emplace(head.substr(0, colon), head.substr(colon + 2, end - colon - 2));
      head.remove_prefix(end + 2);
    }
    const std::size_t length = std::stoul(record.fields.at("Content-Length"));
    record.block = warc.substr(head_end + 4, length);
    EXPECT_EQ(warc.substr(head_end + 4 + length, 4), "\r\n\r\n");
    warc.remove_prefix(std::min(warc.size(), head_end + 4 + length + 4));
    records.push_back(std::move(record));
  }
  return records;
}

void expect_records(const std::string& warc, const Crawl& crawl) {
  const std::vector<Record> records = records_of(warc);
  ASSERT_EQ(records.size(), crawl.size() + 1);
  EXPECT_EQ(records[0].fields.at("WARC-Type"), "warcinfo");
  std::map<std::string, int> ids;
  for (std::uint64_t n = 0; n < crawl.size(); ++n) {
    const Record& record = records[n + 1];
    const SynthPage page = crawl.page(n);
    EXPECT_EQ(record.fields.at("WARC-Type"), "response");
    EXPECT_EQ(record.fields.at("WARC-Target-URI"), page.url);
    EXPECT_EQ(++ids[record.fields.at("WARC-Record-ID")], 1);
    const std::size_t body = record.block.find("\r\n\r\n") + 4;
    EXPECT_TRUE(record.block.starts_with("HTTP/1.1 200 OK\r\n"));
    EXPECT_NE(record.block.find("Content-Length: " + std::to_string(page.html.size()) + "\r\n"),
              std::string::npos);
    EXPECT_EQ(record.block.substr(body), page.html);
  }
}

TEST(WriteCrawl, WritesAWarcFileWithRightLengthsAndLabelsBesideIt) {
  const test::TempDir dir;
  const SynthOptions options{.templates = 8, .pages = 150, .threads = 2};
  const fs::path output = dir.path() / "out.warc";
  write_crawl(options, output.string());
  const Crawl crawl(options);
  expect_records(bytes_of(output), crawl);
  EXPECT_EQ(bytes_of(dir.path() / "out.labels.tsv"), expected_labels(crawl, true));
}

TEST(WriteCrawl, CompressesEveryRecordForItself) {
  const test::TempDir dir;
  const SynthOptions options{.templates = 5, .pages = 100};
  const fs::path output = dir.path() / "out.warc.gz";
  write_crawl(options, output.string());
  const std::string packed = bytes_of(output);
  const auto decoder = codec::make_member_decoder(codec::Format::kGzip);
  std::string plain, buffer(2 << 20, '\0');
  std::size_t members = 0;
  for (std::string_view left = packed; !left.empty(); ++members) {
    const codec::Step step = decoder->decode(left, buffer);
    ASSERT_EQ(step.status, codec::Status::kDone);
    EXPECT_TRUE(buffer.starts_with("WARC/1.1\r\n"));
    plain.append(buffer, 0, step.produced);
    left.remove_prefix(step.consumed);
  }
  EXPECT_EQ(members, 101U);
  expect_records(plain, Crawl(options));
}

TEST(WriteCrawl, WritesJsonLinesPlainAndCompressed) {
  const test::TempDir dir;
  const SynthOptions options{.templates = 4, .pages = 40};
  const std::string warc = (dir.path() / "a.warc").string();
  write_crawl(options, warc);
  const test::Collected expected = test::collect({warc});
  for (const char* const name : {"b.jsonl", "c.jsonl.gz"}) {
    const std::string file = (dir.path() / name).string();
    write_crawl(options, file);
    ASSERT_TRUE(std::filesystem::is_regular_file(file));
    const test::Collected got = test::collect({file});
    ASSERT_EQ(got.pages.size(), expected.pages.size());
    for (std::size_t i = 0; i < got.pages.size(); ++i) {
      EXPECT_EQ(got.pages[i].id, expected.pages[i].id);
      EXPECT_EQ(got.pages[i].body, expected.pages[i].body);
    }
  }
  EXPECT_EQ(labels_path("x/c.jsonl.gz"), "x/c.labels.tsv");
}

TEST(WriteCrawl, WritesTheSameBytesWithAnyNumberOfThreads) {
  const test::TempDir dir;
  for (const unsigned threads : {1U, 3U}) {
    const std::string name = (dir.path() / std::to_string(threads)).string();
    write_crawl({.pages = 250, .threads = threads}, name + ".warc.gz");
  }
  EXPECT_EQ(bytes_of(dir.path() / "1.warc.gz"), bytes_of(dir.path() / "3.warc.gz"));
  EXPECT_EQ(bytes_of(dir.path() / "1.labels.tsv"), bytes_of(dir.path() / "3.labels.tsv"));
}

void expect_directory(const fs::path& root, const SynthOptions& options) {
  const Crawl crawl(options);
  EXPECT_EQ(bytes_of(root / "labels.tsv"), expected_labels(crawl, false));
  for (std::uint64_t n = 0; n < crawl.size(); ++n) {
    const SynthPage page = crawl.page(n);
    EXPECT_EQ(bytes_of(root / page.path), page.html);
  }
  std::uint64_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(root)) files += entry.is_regular_file();
  EXPECT_EQ(files, crawl.size() + 1);
}

TEST(WriteCrawl, MakesADirectoryWithAFileForEachPage) {
  const test::TempDir dir;
  const SynthOptions options{.templates = 6, .pages = 200, .threads = 3};
  write_crawl(options, (dir.path() / "new/crawl/").string());
  expect_directory(dir.path() / "new/crawl", options);
  // Nothing else is left beside it.
  EXPECT_EQ(std::distance(fs::directory_iterator(dir.path() / "new"), {}), 1);
}

TEST(WriteCrawl, TakesABareNameForADirectory) {
  const test::TempDir dir;
  const fs::path before = fs::current_path();
  fs::current_path(dir.path());
  write_crawl({.pages = 20}, "crawl");
  fs::current_path(before);
  expect_directory(dir.path() / "crawl", {.pages = 20});
}

TEST(WriteCrawl, FillsAnEmptyDirectory) {
  const test::TempDir dir;
  const SynthOptions options{.templates = 2, .pages = 20};
  write_crawl(options, dir.path().string());
  expect_directory(dir.path(), options);
}

TEST(WriteCrawl, TouchesNoDirectoryThatHoldsSomething) {
  const test::TempDir dir;
  dir.write("mine.txt", "keep");
  EXPECT_THROW(write_crawl({.pages = 20}, dir.path().string()), Error);
  EXPECT_EQ(std::distance(fs::directory_iterator(dir.path()), {}), 1);
  EXPECT_THROW(write_crawl({.pages = 20}, (dir.path() / "mine.txt").string()), Error);
  EXPECT_EQ(bytes_of(dir.path() / "mine.txt"), "keep");
}

TEST(WriteCrawl, LeavesNothingBehindWhenItIsStopped) {
  struct Stop {};
  const auto stop = [](std::uint64_t done) {
    if (done > 100) throw Stop();
  };
  const test::TempDir dir;
  for (const char* name : {"a.warc.gz", "b.warc", "c"}) {
    EXPECT_THROW(write_crawl({.pages = 1000, .threads = 2}, (dir.path() / name).string(), stop),
                 Stop);
  }
  EXPECT_TRUE(fs::is_empty(dir.path()));
  EXPECT_THROW(write_crawl({.pages = 1000}, dir.path().string(), stop), Stop);
  EXPECT_TRUE(fs::is_empty(dir.path()));
}

TEST(WriteCrawl, TellsWhatItWrote) {
  const test::TempDir dir;
  const SynthOptions options{.templates = 10, .pages = 130, .sites = 3};
  const Written written = write_crawl(options, (dir.path() / "out").string());
  const Crawl crawl(options);
  std::uint64_t bytes = 0;
  for (std::uint64_t n = 0; n < crawl.size(); ++n) bytes += crawl.page(n).html.size();
  EXPECT_EQ(written.pages, 130U);
  EXPECT_EQ(written.sites, 3U);
  EXPECT_EQ(written.html_bytes, bytes);
}

// A WARC file begins with a record about itself; the responses follow.
Record info_of(const fs::path& warc) {
  const std::string bytes = bytes_of(warc);
  return records_of(std::string_view(bytes).substr(0, bytes.find("WARC/1.1\r\n", 1))).at(0);
}

std::string pages_of(const fs::path& warc) {
  const std::string bytes = bytes_of(warc);
  return bytes.substr(bytes.find("WARC/1.1\r\n", 1));
}

std::string rows_of(const fs::path& labels) {
  const std::string rows = bytes_of(labels);
  return rows.substr(rows.find('\n') + 1);
}

TEST(WriteCrawl, WritesPartsThatMakeUpTheWhole) {
  const test::TempDir dir;
  SynthOptions options{.templates = 10, .pages = 301, .redesign = 1, .threads = 2};
  write_crawl(options, (dir.path() / "whole.warc").string());
  std::string pages, rows;
  std::uint64_t written = 0;
  std::map<std::string, int> infos;
  for (std::uint32_t number = 1; number <= 3; ++number) {
    options.part = {.number = number, .count = 3};
    const fs::path output = dir.path() / (std::to_string(number) + ".warc");
    std::uint64_t last = 0;
    const Written part =
        write_crawl(options, output.string(), [&](std::uint64_t done) { last = done; });
    EXPECT_EQ(last, part.pages);
    written += part.pages;
    pages += pages_of(output);
    rows += rows_of(labels_path(output.string()));
    ++infos[info_of(output).fields.at("WARC-Record-ID")];
  }
  EXPECT_EQ(written, 301U);
  EXPECT_EQ(infos.size(), 3U);
  EXPECT_EQ(pages, pages_of(dir.path() / "whole.warc"));
  EXPECT_EQ(rows, rows_of(dir.path() / "whole.labels.tsv"));
  EXPECT_NE(rows.find("-redesigned\n"), std::string::npos);
}

TEST(WriteCrawl, WritesAPartOfADirectory) {
  const test::TempDir dir;
  const SynthOptions options{.templates = 6, .pages = 200, .part = {.number = 2, .count = 4}};
  const Crawl crawl(options);
  write_crawl(crawl, (dir.path() / "part").string());
  std::string rows;
  for (std::uint64_t n = 50; n < 100; ++n) {
    const SynthPage page = crawl.page(n);
    EXPECT_EQ(bytes_of(dir.path() / "part" / page.path), page.html);
    rows += page.path + '\t' + page.template_name + '\n';
  }
  EXPECT_EQ(rows_of(dir.path() / "part/labels.tsv"), rows);
}

TEST(WriteCrawl, CountsTheSitesOfItsPart) {
  const test::TempDir dir;
  // Every site has its front page among the first ones, and some have few others.
  const SynthOptions options{.templates = 30, .pages = 40, .sites = 15, .part = {4, 4}};
  const Written written = write_crawl(options, (dir.path() / "out").string());
  std::ptrdiff_t folders = 0;
  for (const auto& entry : fs::directory_iterator(dir.path() / "out")) {
    folders += entry.is_directory();
  }
  EXPECT_EQ(written.pages, 10U);
  EXPECT_EQ(static_cast<std::ptrdiff_t>(written.sites), folders);
  EXPECT_LT(written.sites, 15U);
}

TEST(WriteCrawl, SaysInItsFirstRecordWhatMadeIt) {
  const test::TempDir dir;
  const auto description = [&](const SynthOptions& options) {
    const fs::path output = dir.path() / "out.warc";
    write_crawl(options, output.string());
    const std::string block = info_of(output).block;
    return block.substr(block.find("crawl, ") + 7);
  };
  EXPECT_EQ(description({.templates = 4, .pages = 100}),
            "templates=4 pages=100 sites=1 seed=1\r\n");
  EXPECT_EQ(description({.templates = 4, .pages = 100, .redesign = 1, .part = {2, 2}}),
            "templates=4 pages=100 sites=1 seed=1 redesign=1 part=2/2\r\n");
}

TEST(WriteCrawl, NamesPagesInLabelsAsOurReaderDoes) {
  const test::TempDir dir;
  for (const char* name : {"out.warc.gz", "crawl"}) {
    const std::string output = (dir.path() / name).string();
    write_crawl({.templates = 6, .pages = 120}, output);
    const std::string labels = bytes_of(labels_path(output));
    const test::Collected read = test::collect({output});
    EXPECT_EQ(read.pages.size(), 120U);
    EXPECT_TRUE(read.incidents.empty());
    for (const test::KeptPage& page : read.pages) {
      EXPECT_NE(labels.find('\n' + page.id + '\t'), std::string::npos) << page.id;
    }
  }
}

TEST(WriteCrawl, ReportsProgressUpToAllPages) {
  const test::TempDir dir;
  std::uint64_t last = 0;
  write_crawl({.pages = 300, .threads = 2}, (dir.path() / "out.warc").string(),
              [&](std::uint64_t done) {
                EXPECT_GT(done, last);
                last = done;
              });
  EXPECT_EQ(last, 300U);
}

TEST(WriteCrawl, NamesTheLabelsAfterTheOutput) {
  EXPECT_EQ(labels_path("a/out.warc.gz"), "a/out.labels.tsv");
  EXPECT_EQ(labels_path("out.warc"), "out.labels.tsv");
  EXPECT_EQ(labels_path("crawl"), "crawl/labels.tsv");
  EXPECT_EQ(labels_path("crawl/"), "crawl/labels.tsv");
}

}  // namespace
}  // namespace pagekin::synth
