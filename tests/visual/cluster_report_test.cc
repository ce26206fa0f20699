// The data of a report, end to end: pages are read, clustered, described and shown.
#include "pagekin/visual/cluster_report.h"

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
        reading::read_pictures(options_.source, run_.ids, sample.pages());
    return report_texts(
        {.run = &run_, .description = &description_, .sample = &sample, .pictures = pictures},
        {.title = "test", .counts = run_.counts});
  }

  test::TempDir folder_;
  clustering::ClusterOptions options_;
  clustering::ClusterRun run_;
  describe::Description description_;
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
  EXPECT_EQ(posts["skeleton"]["root"][0], "body");
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
  run_.questions = {{.page = *run_.ids.find("list3.html"), .doubt = 2.5F}};
  const json questions = json::parse(texts().data)["questions"];
  EXPECT_EQ(questions, json::parse(R"([["list3.html", 1, 2.5]])"));
}

TEST_F(ClusterReportTest, PagesWithoutATemplateAreListedApart) {
  run_.clustering.labels[*run_.ids.find("list3.html")] = kLeftOut;
  const json pages = json::parse(texts().pages());
  EXPECT_EQ(pages["leftOut"]["ids"], json::parse(R"(["list3.html"])"));
  EXPECT_EQ(pages["templates"][1]["ids"].size(), 7U);
}

}  // namespace
}  // namespace pagekin::visual
