#include "pagekin/crawl/import.h"

#include <gtest/gtest.h>

#include "pagekin/core/error.h"

#include "crawl/crawling.h"
#include "support/make_warc.h"

namespace pagekin::crawl {
namespace {

using test::http_response, test::link_to, test::warc_record;

class Import : public testing::Test {
 protected:
  ImportReport import_files(const std::vector<std::string>& inputs, unsigned threads = 1) {
    const auto writer = store::CrawlWriter::open(store_);
    ImportOptions options{.inputs = inputs};
    options.read.threads = threads;
    return import_pages(options, *writer,
                        [&](const Incident& incident) { incidents_.push_back(to_text(incident)); });
  }
  // Pages in the order in which they were reached: address, XPath and depth.
  std::vector<std::string> reached() {
    const auto reader = store::CrawlReader::open(store_);
    std::vector<std::pair<std::int64_t, int>> found;
    std::vector<std::string> urls;
    reader->read_bodies(1, reader->place_count() + 1,
                        [&](const store::PageRow& row, std::string_view) {
                          urls.emplace_back(row.url);
                          found.emplace_back(row.found.xpath, row.found.depth);
                        });
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < urls.size(); ++i) {
      lines.push_back(urls[i] + " " + reader->xpath(found[i].first) + " " +
                      std::to_string(found[i].second));
    }
    return lines;
  }

  test::TempDir directory_;
  std::string store_ = (directory_.path() / "store.db").string();
  std::vector<std::string> incidents_;
};

std::string record(const std::string& url, const std::string& body) {
  return warc_record(url, http_response(body));
}

TEST_F(Import, FindsOutHowEachPageWouldHaveBeenReached) {
  const std::string file = directory_.write(
      "a.warc", record("http://h.example/c", "<p>c") +
                    record("http://h.example/b", "<p>" + link_to("c") + link_to("/")) +
                    record("http://h.example/", "<ul><li>" + link_to("/b") + "</ul>") +
                    record("http://h.example/alone", "<p>") +
                    record("http://other.example/x", link_to("http://h.example/alone")));
  const ImportReport report = import_files({file});
  EXPECT_EQ(report.pages, 5u);
  EXPECT_EQ(report.links, 4u);
  EXPECT_EQ(report.seeds, 3u);
  EXPECT_EQ(reached(), (std::vector<std::string>{
                           "http://h.example/  0",
                           "http://h.example/b /html/body/ul/li/a 1",
                           "http://h.example/c /html/body/p/a[1] 2",
                           "http://h.example/alone  0",
                           "http://other.example/x  0",
                       }));
}

TEST_F(Import, DoneTwiceChangesNothing) {
  std::string bytes;
  for (int i = 0; i < 50; ++i) bytes += test::page_record(i, 100);
  const std::string file = directory_.write("a.warc", bytes);
  EXPECT_EQ(import_files({file}).pages, 50u);
  const std::vector<std::string> before = reached();
  const ImportReport again = import_files({file}, 4);
  EXPECT_EQ(again.pages, 0u);
  EXPECT_EQ(again.known, 50u);
  EXPECT_EQ(reached(), before);
}

TEST_F(Import, AddsToWhatIsThere) {
  const std::string first = directory_.write("1.warc", record("http://h.example/", link_to("/b")));
  const std::string second = directory_.write("2.warc", record("http://h.example/b", "<p>"));
  import_files({first});
  import_files({second});
  EXPECT_EQ(reached(), (std::vector<std::string>{"http://h.example/  0",
                                                 "http://h.example/b /html/body/a 1"}));
}

TEST_F(Import, ReadsDirectoriesUnderTheirPaths) {
  directory_.write("site/index.html", link_to("sub/a.html"));
  directory_.write("site/sub/a.html", link_to("../index.html"));
  import_files({(directory_.path() / "site").string()});
  EXPECT_EQ(reached(), (std::vector<std::string>{"index.html  0", "sub/a.html /html/body/a 1"}));
}

TEST_F(Import, TellsWhatItCannotRead) {
  const std::string file = directory_.write("a.warc", record("http://h.example/", "<p>"));
  const ImportReport report = import_files({file, "no-such-file.warc"});
  EXPECT_EQ(report.pages, 1u);
  EXPECT_EQ(report.skipped, 1u);
  ASSERT_EQ(incidents_.size(), 1u);
  EXPECT_NE(incidents_[0].find("no-such-file.warc"), std::string::npos);
}

TEST_F(Import, RefusesAStoreThatWasCrawled) {
  {
    const auto writer = store::CrawlWriter::open(store_);
    writer->transact([&] { writer->set_meta("origin", "crawl"); });
  }
  EXPECT_THROW(import_files({}), Error);
}

}  // namespace
}  // namespace pagekin::crawl
