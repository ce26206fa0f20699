// The public interface of crawls and of choices from a table of pages.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/pagekin.h"

#include "api/example_crawl.h"
#include "support/temp_dir.h"

namespace {

using pagekin::OptionError;

TEST(CrawlOptions, AreCheckedBeforeAnythingIsOpened) {
  EXPECT_NO_THROW(pagekin::check_crawl({"https://a.example/"}, {}));
  EXPECT_THROW(pagekin::check_crawl({"ftp://a.example/"}, {}), pagekin::Error);
  EXPECT_THROW(pagekin::check_crawl({"https://a.example/"}, {.retries = 101}), OptionError);
  EXPECT_THROW(pagekin::check_crawl({"https://a.example/"}, {.include = {"("}}), OptionError);
  EXPECT_THROW(pagekin::check_crawl({"https://a.example/"}, {.timeout = 0}), OptionError);
}

TEST(ImportCrawl, FillsAStoreThatIsAnInput) {
  const pagekin::test::TempDir dir;
  const std::string store = (dir.path() / "crawl.db").string();
  const pagekin::Source source{.inputs = {test::kCrawl}};
  const pagekin::ImportResult first = pagekin::import_crawl(source, store);
  EXPECT_GT(first.pages, 0U);
  EXPECT_EQ(first.known, 0U);
  EXPECT_NE(first.summary.find("imported"), std::string::npos);
  const pagekin::ImportResult again = pagekin::import_crawl(source, store);
  EXPECT_EQ(again.pages, 0U);
  EXPECT_EQ(again.known, first.pages);
  EXPECT_EQ(again.store.pages, first.pages);
  EXPECT_NE(again.store.hosts.find("link XPaths"), std::string::npos);
  std::size_t pages = 0;
  pagekin::read_pages({.inputs = {store}}, [&](const pagekin::Page&) { ++pages; });
  EXPECT_EQ(pages, first.pages);
}

TEST(CrawlSites, ContinuesNoStoreThatIsNotThere) {
  const pagekin::test::TempDir dir;
  const std::string store = (dir.path() / "none.db").string();
  EXPECT_THROW(pagekin::crawl_sites({}, store), pagekin::Error);
}

class ChosenPagesOfATable : public testing::Test {
 protected:
  ChosenPagesOfATable() {
    table_.file = "clusters.tsv";
    table_.column = "template";
    table_.groups = {{.id = "1", .name = "product", .pages = 2, .given_name = {}},
                     {.id = "2", .name = "list", .pages = 1, .given_name = "index"}};
    for (const std::uint32_t group : {0U, 1U, 0U, pagekin::kNoPageGroup}) {
      table_.rows.push_back(
          {.page = std::string(1, static_cast<char>('a' + table_.rows.size())), .group = group});
    }
  }
  std::vector<std::size_t> rows(const pagekin::PageChoice& choice) const {
    return pagekin::choose_pages(table_, choice).rows;
  }
  pagekin::PageTable table_;
};

TEST_F(ChosenPagesOfATable, AreThoseOfIdsAndNames) {
  EXPECT_EQ(rows({.templates = {"1"}, .not_templates = {}}), (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(rows({.templates = {"product, index"}, .not_templates = {}}),
            (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_EQ(rows({.templates = {"none"}, .not_templates = {}}), (std::vector<std::size_t>{3}));
  EXPECT_EQ(rows({.templates = {}, .not_templates = {"list"}}),
            (std::vector<std::size_t>{0, 2, 3}));
  EXPECT_EQ(rows({.templates = {}, .not_templates = {}}).size(), 4U);
  EXPECT_EQ(
      pagekin::choose_pages(table_, {.templates = {"1", "2"}, .not_templates = {"2"}}).templates,
      1U);
}

TEST_F(ChosenPagesOfATable, RefusesATemplateThatTheTableLacks) {
  try {
    rows({.templates = {"3"}, .not_templates = {}});
    FAIL() << "no error";
  } catch (const OptionError& error) {
    EXPECT_NE(std::string(error.what())
                  .find("clusters.tsv has no template of that id or name; it "
                        "has 1, 2"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
