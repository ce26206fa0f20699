// Labels of a person: requests, the table of labels, and what a desk answers.
#include "pagekin/labelling.h"

#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/error.h"
#include "pagekin/page_list.h"

#include "support/temp_dir.h"

namespace {

using pagekin::FieldLabel;

std::string thing_name(int i) { return "http://a.test/" + std::to_string(i); }

// Twelve products, every third without a price, and a page of another template.
class LabelDeskTest : public testing::Test {
 protected:
  LabelDeskTest() {
    std::ofstream crawl(folder_.path() / "crawl.jsonl");
    table_.groups = {{.id = "7", .name = "shop", .pages = 12}, {.id = "other", .pages = 1}};
    for (int i = 0; i < 12; ++i) {
      const std::string number = std::to_string(i);
      crawl << R"({"url": ")" << thing_name(i) << R"(", "html": "<body class=shop><h1>Thing )"
            << number << "</h1>" << (i % 3 == 2 ? "" : "<p class=price>$" + number + ".00</p>")
            << "<p class=text>A text of " << number << "</p>\"}\n";
      table_.rows.push_back({.page = thing_name(i), .group = 0});
    }
    crawl << R"({"url": "http://a.test/x", "html": "<p>other"})"
          << "\n";
    table_.rows.push_back({.page = "http://a.test/x", .group = 1});
    crawl.close();
    source_.inputs = {(folder_.path() / "crawl.jsonl").string()};
  }

  pagekin::test::TempDir folder_;
  pagekin::Source source_;
  pagekin::PageTable table_;
};

TEST_F(LabelDeskTest, ShowsPagesOfATemplate) {
  pagekin::LabelDesk desk(source_, table_);
  EXPECT_TRUE(desk.has_template("7"));
  EXPECT_FALSE(desk.has_template("8"));
  EXPECT_TRUE(desk.has_page("7", thing_name(3)));
  EXPECT_FALSE(desk.has_page("7", "http://a.test/x"));
  const std::string page = desk.show("7", thing_name(4));
  EXPECT_NE(page.find("\"Thing 4\""), std::string::npos);
  EXPECT_NE(page.find("\"allPages\": 12"), std::string::npos);
  EXPECT_NE(desk.show("7", "").find("\"Thing 0\""), std::string::npos);
  EXPECT_THROW(desk.show("8", ""), pagekin::InputError);
  EXPECT_THROW(desk.show("7", "http://a.test/x"), pagekin::InputError);
}

TEST_F(LabelDeskTest, GivesTheValuesOfAllPages) {
  pagekin::LabelDesk desk(source_, table_);
  const std::string learned = desk.learn(
      "7", std::vector<FieldLabel>{{.page = thing_name(1), .field = "price", .value = "$1.00"},
                                   {.page = thing_name(2), .field = "price"},
                                   {.page = "http://a.test/x", .field = "y", .value = "z"}});
  for (int i = 0; i < 12; ++i) {
    const std::string row = R"({"page": ")" + thing_name(i) + R"(", "cells": {)";
    const std::size_t at = learned.find(row);
    ASSERT_NE(at, std::string::npos) << i;
    const std::string cells = learned.substr(at + row.size(), 60);
    if (i % 3 == 2) {
      EXPECT_TRUE(cells.starts_with("}")) << cells;
    } else {
      EXPECT_TRUE(cells.starts_with(R"("price": {"values": ["$)" + std::to_string(i) + ".00\"]"))
          << cells;
    }
  }
  EXPECT_THROW(desk.learn("7", {}), pagekin::InputError);
  EXPECT_THROW(
      desk.learn("7",
                 std::vector<FieldLabel>{{.page = "http://a.test/x", .field = "a", .value = "b"}}),
      pagekin::InputError);
}

TEST_F(LabelDeskTest, KeepsFewPagesAndThoseThatAreAskedFor) {
  pagekin::LabelDesk desk(source_, table_, {.max_pages = 3});
  const std::string first = desk.show("7", thing_name(11));
  EXPECT_NE(first.find("\"limited\": true"), std::string::npos);
  EXPECT_NE(first.find("\"Thing 11\""), std::string::npos);
  const std::string learned = desk.learn(
      "7", std::vector<FieldLabel>{{.page = thing_name(5), .field = "title", .value = "Thing 5"}});
  std::size_t rows = 0;
  for (std::size_t at = 0; (at = learned.find("\"cells\"", at)) != std::string::npos; ++at) ++rows;
  EXPECT_EQ(rows, 5U);  // 0, 4, 8, and the two
  pagekin::LabelDesk small(source_, table_, {.max_bytes = 1});
  EXPECT_NE(small.show("7", thing_name(2)).find("\"Thing 2\""), std::string::npos);
}

TEST(LabelRequest, IsReadOrRefused) {
  const pagekin::LabelRequest request = pagekin::read_label_request(
      R"({"template": "7", "page": "p", "labels": [{"page": "a", "field": " x.y ", "value": "v"},
          {"page": "a", "field": "b", "value": "part", "xpath": "//p"}, {"page": "a", "field": "c"},
          {"page": "a", "field": "d", "css": "p"}]})");
  EXPECT_EQ(request.template_id, "7");
  EXPECT_EQ(request.page, "p");
  ASSERT_EQ(request.labels.size(), 4U);
  EXPECT_EQ(request.labels[0].field, "x.y");
  EXPECT_EQ(request.labels[0].value, "v");
  EXPECT_EQ(request.labels[1].xpath, "//p");
  EXPECT_TRUE(request.labels[2].value.empty());
  EXPECT_EQ(request.labels[3].css, "p");
  EXPECT_TRUE(pagekin::read_label_request("{}").labels.empty());
  for (const char* const wrong :
       {"", "[]", "{", "{\"labels\": {}}", "{\"labels\": [{}]}",
        "{\"labels\": [{\"page\": \"a\"}]}", "{\"page\": 1}",
        "{\"labels\": [{\"page\": \"a\", \"field\": \"b\\nc\"}]}", "\xff"}) {
    EXPECT_THROW(pagekin::read_label_request(wrong), pagekin::InputError) << wrong;
  }
  EXPECT_THROW(pagekin::read_label_request(std::string(100'000, '[')), pagekin::InputError);
}

TEST(FieldLabels, AreReadAsTheyWereWritten) {
  const pagekin::test::TempDir folder;
  const std::string path = (folder.path() / "labels.tsv").string();
  const std::vector<FieldLabel> labels = {{.page = "a\tb", .field = "x", .value = "C:\\temp\nend"},
                                          {.page = "a", .field = "y"},
                                          {.page = "a", .field = "z", .xpath = "/html/body/p[1]"},
                                          {.page = "a", .field = "w", .css = "p > b"}};
  pagekin::write_field_labels(path, labels);
  const std::vector<FieldLabel> read = pagekin::read_field_labels(path);
  ASSERT_EQ(read.size(), labels.size());
  for (std::size_t i = 0; i < labels.size(); ++i) {
    EXPECT_EQ(read[i].page, labels[i].page);
    EXPECT_EQ(read[i].field, labels[i].field);
    EXPECT_EQ(read[i].value, labels[i].value);
    EXPECT_EQ(read[i].xpath, labels[i].xpath);
    EXPECT_EQ(read[i].css, labels[i].css);
  }
  EXPECT_THROW(pagekin::write_field_labels(
                   path, std::vector<FieldLabel>{{.page = "a", .field = "b", .slot = 1}}),
               pagekin::OptionError);
}

}  // namespace
