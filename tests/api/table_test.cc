// Results as tables: what is in memory is what the files hold.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "pagekin/pagekin.h"

#include "api/example_crawl.h"
#include "support/temp_dir.h"

namespace {

using test::kCrawl;

bool bit(const std::vector<std::uint8_t>& bits, std::size_t at) {
  return (bits[at / 8] >> (at % 8) & 1) != 0;
}

std::string text_at(const pagekin::TableColumn& column, std::size_t at) {
  const auto from = static_cast<std::size_t>(column.ends[at]);
  return column.text.substr(from, static_cast<std::size_t>(column.ends[at + 1]) - from);
}

pagekin::Table page_table(const pagekin::ClusterResult& found, const std::string& columns) {
  return pagekin::page_table(found, pagekin::parse_page_columns(columns));
}

std::string content_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

TEST(Table, HasTheColumnsAskedFor) {
  const pagekin::ClusterResult found = pagekin::cluster_pages({.inputs = {kCrawl}});
  const pagekin::Table table =
      page_table(found, "page,template,confidence,representative,cluster,offset");
  ASSERT_EQ(table.rows, 240U);
  ASSERT_EQ(table.columns.size(), 6U);
  EXPECT_EQ(table.columns[0].kind, pagekin::ColumnKind::kText);
  EXPECT_EQ(table.columns[2].kind, pagekin::ColumnKind::kNumber);
  EXPECT_EQ(table.columns[3].kind, pagekin::ColumnKind::kFlag);
  std::size_t representatives = 0;
  for (std::size_t page = 0; page < table.rows; ++page) {
    EXPECT_EQ(text_at(table.columns[0], page), found.pages[page]);
    EXPECT_EQ(table.columns[1].integers[page], found.template_of(page).number());
    EXPECT_NEAR(table.columns[2].numbers[page], found.confidence[page], 0.0006);
    EXPECT_EQ(table.columns[4].integers[page], found.labels[page]);
    if (bit(table.columns[3].flags, page)) ++representatives;
  }
  EXPECT_GE(representatives, found.clusters.size());
  EXPECT_EQ(table.columns[5].missing, 0U);
  EXPECT_THROW(pagekin::parse_page_columns("page,colour"), pagekin::OptionError);
  EXPECT_EQ(pagekin::page_table(found).columns.size(), 5U);
}

TEST(Table, ValuesThatAreNotKnownAreMissing) {
  const pagekin::ClusterResult found =
      pagekin::cluster_pages({.inputs = {kCrawl}}, {.method = "fingerprint"});
  const pagekin::Table table = page_table(found, "confidence");
  const pagekin::TableColumn& column = table.columns[0];
  EXPECT_EQ(column.missing, 240U);
  ASSERT_EQ(column.valid.size(), 30U);
  EXPECT_FALSE(bit(column.valid, 0));
}

TEST(Table, TemplatesHaveListsOfTexts) {
  pagekin::ClusterResult found = pagekin::cluster_pages({.inputs = {kCrawl}});
  pagekin::describe_templates(found);
  const pagekin::Table table = pagekin::template_table(found);
  ASSERT_EQ(table.rows, found.clusters.size());
  for (const pagekin::TableColumn& column : table.columns) {
    if (column.name == "marks") {
      ASSERT_EQ(column.kind, pagekin::ColumnKind::kTexts);
      ASSERT_EQ(column.list_ends.size(), table.rows + 1);
      for (std::size_t row = 0; row < table.rows; ++row) {
        EXPECT_EQ(static_cast<std::size_t>(column.list_ends[row + 1] - column.list_ends[row]),
                  found.clusters[row].marks.size());
      }
      EXPECT_EQ(text_at(column, 0), found.clusters[0].marks[0]);
    }
    if (column.name == "exemplar") {
      EXPECT_EQ(text_at(column, 0), found.pages[found.clusters[0].exemplar]);
    }
    if (column.name == "name") {
      EXPECT_EQ(text_at(column, 0), found.clusters[0].name);
    }
  }
}

TEST(Table, AFileHasOneLineARowAndNeverHalf) {
  const pagekin::test::TempDir folder;
  const std::string path = (folder.path() / "pages.tsv").string();
  const pagekin::ClusterResult found = pagekin::cluster_pages({.inputs = {kCrawl}});
  pagekin::write_page_table(found, path, pagekin::parse_page_columns("page,template"));
  const std::string text = content_of(path);
  EXPECT_EQ(std::ranges::count(text, '\n'), 241);
  EXPECT_TRUE(text.starts_with("page\ttemplate\n"));
  EXPECT_THROW(pagekin::write_page_table(found, (folder.path() / "pages.xlsx").string()),
               pagekin::OptionError);
  EXPECT_THROW(pagekin::write_template_table(found, (folder.path() / "no" / "t.tsv").string()),
               pagekin::Error);
  pagekin::write_template_table(found, (folder.path() / "templates.csv").string());
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 2);
}

TEST(Table, ALaterDescriptionDoesNotChangeThePages) {
  const pagekin::test::TempDir folder;
  const std::string before = (folder.path() / "a.tsv").string();
  const std::string after = (folder.path() / "b.tsv").string();
  pagekin::ClusterResult found =
      pagekin::cluster_pages({.inputs = {kCrawl}}, {.method = "fingerprint"});
  pagekin::write_page_table(found, before);
  pagekin::describe_templates(found);
  pagekin::write_page_table(found, after);
  EXPECT_EQ(content_of(before), content_of(after));
}

TEST(Table, TheSameRowsOrColumnsGiveTheSameFile) {
  const pagekin::test::TempDir folder;
  const std::string names =
      "page,template,variant,confidence,representative,cluster,host,url_shape,input,offset";
  const std::vector<pagekin::PageColumn> columns = pagekin::parse_page_columns(names);
  for (const std::string method : {"auto", "fingerprint"}) {
    const pagekin::ClusterResult found =
        pagekin::cluster_pages({.inputs = {kCrawl}}, {.method = method});
    const pagekin::Table table = pagekin::page_table(found, columns);
    for (const std::string ending : {".tsv", ".csv", ".jsonl", ".parquet", ".tsv.gz"}) {
      const std::string whole = (folder.path() / ("whole" + ending)).string();
      const std::string rows = (folder.path() / ("rows" + ending)).string();
      const std::string again = (folder.path() / ("again" + ending)).string();
      pagekin::write_page_table(found, whole, columns);
      pagekin::write_table(table, again);
      pagekin::PageRowWriter writer(rows, columns);
      for (std::size_t page = 0; page < table.rows; ++page) {
        const std::string input = text_at(table.columns[8], page);
        pagekin::PageRow row{
            .page = found.pages[page],
            .template_id = static_cast<std::uint64_t>(table.columns[1].integers[page]),
            .variant = static_cast<std::uint64_t>(table.columns[2].integers[page]),
            .is_representative = bit(table.columns[4].flags, page),
            .input = input,
            .offset = static_cast<std::uint64_t>(table.columns[9].integers[page])};
        if (!found.confidence.empty()) row.confidence = found.confidence[page];
        writer.add(row);
      }
      EXPECT_FALSE(std::filesystem::exists(rows)) << rows;
      writer.finish();
      EXPECT_EQ(content_of(rows), content_of(whole)) << method << ending;
      EXPECT_EQ(content_of(again), content_of(whole)) << method << ending;
      std::filesystem::remove(rows);
    }
    const std::string whole = (folder.path() / "templates.jsonl").string();
    const std::string again = (folder.path() / "again.jsonl").string();
    pagekin::write_template_table(found, whole);
    pagekin::write_table(pagekin::template_table(found), again);
    EXPECT_EQ(content_of(again), content_of(whole));
  }
  EXPECT_THROW(pagekin::PageRowWriter((folder.path() / "a.tsv").string(),
                                      pagekin::parse_page_columns("page,name")),
               pagekin::OptionError);
  pagekin::Table wrong{
      .rows = 2,
      .columns = {{.name = "a", .kind = pagekin::ColumnKind::kInteger, .integers = {1}}}};
  EXPECT_THROW(pagekin::write_table(wrong, (folder.path() / "a.tsv").string()),
               pagekin::OptionError);
  wrong = {.rows = 1, .columns = {{.name = "a", .text = "abc", .ends = {0, 4}}}};
  EXPECT_THROW(pagekin::write_table(wrong, (folder.path() / "a.tsv").string()),
               pagekin::OptionError);
}

TEST(Table, AResultMadeByHandHasNone) {
  EXPECT_THROW(pagekin::page_table(pagekin::ClusterResult()), pagekin::OptionError);
}

TEST(Table, PagesOfAClustererHaveTables) {
  pagekin::Clusterer clusterer({.method = "fingerprint"});
  clusterer.add(pagekin::Page{.id = "a", .body = "<p>a</p>"});
  clusterer.add(pagekin::Page{.id = "b", .body = "<p>b</p>"});
  const pagekin::ClusterResult found = clusterer.finish();
  EXPECT_EQ(pagekin::page_table(found).rows, 2U);
  EXPECT_FALSE(pagekin::summarise(found).empty());
  EXPECT_FALSE(pagekin::can_describe(found));
}

TEST(PageFeatures, TellWhatAPageConsistsOf) {
  const pagekin::Page page{.id = "https://example.org/shop/12",
                           .body =
                               "<html><head><title>x</title></head><body><div class=box>"
                               "<p>one</p><p>two</p></div></body></html>"};
  const pagekin::PageFeatures found = pagekin::extract_features(page);
  EXPECT_EQ(found.fingerprint, pagekin::fingerprint(page));
  EXPECT_EQ(found.elements.at("p"), 2U);
  EXPECT_EQ(found.element_count, 7U);
  EXPECT_EQ(found.depth, 4U);
  EXPECT_EQ(found.host, "example.org");
  EXPECT_EQ(found.class_names.size(), 1U);
  EXPECT_EQ(found.marks.size(), found.mark_names.size());
  EXPECT_NE(std::ranges::find(found.mark_names, "div.box"), found.mark_names.end());
  EXPECT_EQ(found.tag_hash.size(), 32U);
  EXPECT_TRUE(found.limits.empty());
  EXPECT_TRUE(pagekin::extract_features({}).fingerprint.empty());
}

TEST(PageText, IsDecodedAsBrowsersDo) {
  EXPECT_EQ(pagekin::page_text({.body = "\xE9"}), "\xC3\xA9");  // windows-1252
  EXPECT_EQ(pagekin::page_text({.body = "\xC3\xA9", .charset = "utf-8"}), "\xC3\xA9");
  EXPECT_EQ(pagekin::page_text({.body = "\x82\xA0", .charset = "shift_jis"}), "\xE3\x81\x82");
}

}  // namespace
