// The data of a report, end to end: pages are read, clustered, described and shown.
#include "pagekin/visual/cluster_report.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pagekin/clustering/describe_pages.h"
#include "pagekin/method/method.h"

#include "support/temp_dir.h"

namespace pagekin::visual {
namespace {

using nlohmann::json;

// Twelve posts and eight lists, which link to the posts.
class ClusterReportTest : public ::testing::Test {
 protected:
  void SetUp() override {
    for (int i = 0; i < 12; ++i) {
      write("post" + std::to_string(i),
            "<title>Post</title><body class=post><main><h1>Title</h1><div id=comments><p>Comment " +
                std::string(static_cast<std::size_t>(i), 'x') + "</div><h2>Comments</h2>");
    }
    for (int i = 0; i < 8; ++i) {
      write("list" + std::to_string(i),
            "<body class=list><main><h1>Title</h1><ul class=entries><li><a href=post" +
                std::to_string(i) + ".html>Item</a></ul><h2>Archive " +
                std::string(static_cast<std::size_t>(i), 'y') + "</h2>");
    }
    const auto method = method::make("auto");
    options_ = {.source = {.inputs = {folder_.path().string()}}, .method = "auto"};
    run_ = clustering::cluster_pages(options_, *method);
    description_ = clustering::describe_pages(options_, run_);
  }

  void write(const std::string& name, const std::string& html) {
    std::ofstream(folder_.path() / (name + ".html"), std::ios::binary) << html;
  }

  ReportTexts texts() {
    const reading::PictureSample sample = sample_of(run_, description_, 3);
    const std::vector<picture::PagePicture> pictures =
        reading::read_pictures(options_.source, run_.pages_before(), sample.pages());
    const std::vector<TemplateData> data =
        read_template_data(options_.source, run_, sample.pages());
    return report_texts({.run = &run_,
                         .description = &description_,
                         .sample = &sample,
                         .pictures = pictures,
                         .questions = questions_,
                         .data = data},
                        {.title = "test", .counts = run_.counts});
  }

  test::TempDir folder_;
  clustering::ClusterOptions options_;
  clustering::ClusterRun run_;
  describe::Description description_;
  std::vector<method::Question> questions_;
};

TEST_F(ClusterReportTest, HasTemplatesWithPagesPicturesSkeletonsAndLinks) {
  const ReportTexts found = texts();
  const json data = json::parse(found.data);
  EXPECT_EQ(data["pages"], 20);
  ASSERT_EQ(data["templates"].size(), 2U);
  const json& posts = data["templates"][0];
  EXPECT_EQ(posts["pages"], 12);
  EXPECT_EQ(posts["shown"][0]["why"], "typical");
  EXPECT_EQ(posts["shown"][0]["title"], "Post");
  EXPECT_EQ(posts["shown"].size(), 3U);
  EXPECT_FALSE(posts["shown"][0]["wire"]["boxes"].empty());
  EXPECT_EQ(posts["sampled"], 12);
  EXPECT_EQ(posts["skeleton"]["pages"], 12);
  EXPECT_EQ(posts["skeleton"]["root"][0], "body.post");
  ASSERT_FALSE(posts["links"].empty());
  EXPECT_EQ(posts["links"][0][0], 1) << "lists link to posts";
  EXPECT_EQ(posts["nearest"]["template"], 1);
  EXPECT_TRUE(data["truth"].is_null());
  const json pages = json::parse(found.pages());
  EXPECT_EQ(pages["templates"][0]["ids"].size(), 12U);
  EXPECT_EQ(pages["templates"][1]["ids"][0], "list0.html");
  EXPECT_EQ(pages["templates"][0]["confidence"].size(), 12U);
}

TEST_F(ClusterReportTest, TellsVariantsOnlyWhereThereAreSeveral) {
  run_.variants.clear();
  for (PageId page = 0; page < run_.ids.size(); ++page) {
    const bool is_list = run_.ids[page].starts_with("list");
    run_.variants.push_back(is_list ? 7 : 10 + (page % 3 == 0 ? 1 : 0));
  }
  const ReportTexts found = texts();
  const json data = json::parse(found.data);
  const json& posts = data["templates"][0];
  EXPECT_EQ(posts["variants"], 2);
  ASSERT_EQ(posts["variantList"].size(), 2U);
  EXPECT_EQ(posts["variantList"][0][0], 10) << "the larger one comes first";
  EXPECT_EQ(posts["variantList"][0][1].get<int>() + posts["variantList"][1][1].get<int>(), 12);
  EXPECT_FALSE(data["templates"][1].contains("variantList"));
  const json pages = json::parse(found.pages());
  EXPECT_EQ(pages["templates"][0]["variant"].size(), 12U);
  EXPECT_FALSE(pages["templates"][1].contains("variant"));
}

TEST_F(ClusterReportTest, HasTheQuestionsOfTheRun) {
  EXPECT_TRUE(json::parse(texts().data)["questions"].empty());
  questions_ = {{.page = *run_.ids.find("list3.html"), .doubt = 2.5F}};
  const json questions = json::parse(texts().data)["questions"];
  EXPECT_EQ(questions, json::parse(R"([["list3.html", 1, 2.5]])"));
}

TEST_F(ClusterReportTest, ATemplateOfOnePageHasNoSkeleton) {
  const PageId lone = *run_.ids.find("list3.html");
  for (PageId page = 0; page < run_.ids.size(); ++page) {
    const bool is_list = run_.ids[page].starts_with("list");
    if (is_list && page != lone) run_.clustering.labels[page] = kLeftOut;
  }
  const json data = json::parse(texts().data);
  EXPECT_TRUE(data["templates"][1]["skeleton"].is_null());
  EXPECT_FALSE(data["templates"][1].contains("data"));
  EXPECT_FALSE(data["templates"][0]["skeleton"].is_null());
}

TEST_F(ClusterReportTest, PagesWithoutATemplateAreListedApart) {
  run_.clustering.labels[*run_.ids.find("list3.html")] = kLeftOut;
  const json pages = json::parse(texts().pages());
  EXPECT_EQ(pages["leftOut"]["ids"], json::parse(R"(["list3.html"])"));
  EXPECT_EQ(pages["templates"][1]["ids"].size(), 7U);
}

// Shops have a price and rows, in which some cells are missing.
TEST(TemplateDataTest, ColumnsAndRecordsStandAtTheBoxesOfTheirValues) {
  test::TempDir folder;
  for (int i = 0; i < 10; ++i) {
    const std::string word(5, static_cast<char>('a' + i));
    std::string html = "<title>" + word + "</title><main><h1>" + word + "</h1><p class=price>$" +
                       std::to_string(10 + i) +
                       ".50</p><p class=note>Fixed</p><table class=offers><tr><th>Seller</th><th>"
                       "Stock</th></tr>";
    for (int k = 0; k < 2 + i % 3; ++k) {
      html += "<tr><td>seller " + std::to_string(7 * i + k) + "</td><td>" +
              std::to_string(100 + 13 * i + k) + "</td></tr>";
    }
    std::ofstream(folder.path() / ("item" + std::to_string(i) + ".html"), std::ios::binary)
        << html + "</table></main>";
  }
  const clustering::ClusterOptions options{.source = {.inputs = {folder.path().string()}},
                                           .method = "auto"};
  const clustering::ClusterRun run = clustering::cluster_pages(options, *method::make("auto"));
  const describe::Description description = clustering::describe_pages(options, run);
  const reading::PictureSample sample = sample_of(run, description, 3);
  const std::vector<picture::PagePicture> pictures =
      reading::read_pictures(options.source, run.pages_before(), sample.pages());
  const std::vector<TemplateData> data = read_template_data(options.source, run, sample.pages());
  const ReportTexts texts = report_texts({.run = &run,
                                          .description = &description,
                                          .sample = &sample,
                                          .pictures = pictures,
                                          .data = data},
                                         {.title = "test", .counts = run.counts});
  const json item = json::parse(texts.data)["templates"][0];
  const auto column = [&](const std::string& name) {
    const json& columns = item["data"]["columns"];
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (columns[i]["name"] == name) return i;
    }
    ADD_FAILURE() << "no column " << name << " in " << columns.dump();
    return std::size_t{0};
  };
  const json& price = item["data"]["columns"][column("price")];
  EXPECT_EQ(price["type"], "money");
  EXPECT_EQ(price["pages"], 10);
  EXPECT_EQ(price["record"], "");
  EXPECT_TRUE(price["doubts"].empty()) << price["doubts"].dump();
  EXPECT_FALSE(price["examples"].empty());
  const json& records = item["data"]["records"];
  const auto offers =
      std::ranges::find_if(records, [](const json& one) { return one[0] == "offers"; });
  ASSERT_NE(offers, records.end()) << records.dump();
  EXPECT_EQ((*offers)[1], 10) << "pages";
  EXPECT_EQ((*offers)[2], 29) << "rows";
  EXPECT_EQ(item["data"]["columns"][column("offers.stock")]["type"], "number");

  // On each drawn page the box of a column is that of the element with its value.
  for (const json& page : item["shown"]) {
    const PageId number = *run.ids.find(page["page"].get<std::string>());
    const auto at = std::ranges::lower_bound(sample.pages(), number) - sample.pages().begin();
    const picture::PagePicture& picture = pictures[static_cast<std::size_t>(at)];
    bool has_price = false;
    for (const json& places : page["data"]) {
      if (places[0] != column("price")) continue;
      has_price = true;
      ASSERT_EQ(places.size(), 2U);
      const picture::Box& box = picture.wireframe.boxes[places[1].get<std::size_t>()];
      EXPECT_TRUE(picture.outline.nodes[box.node].text.starts_with("$"));
    }
    EXPECT_TRUE(has_price) << page["data"].dump();
  }
}

}  // namespace
}  // namespace pagekin::visual
