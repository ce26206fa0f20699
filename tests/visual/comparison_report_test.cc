#include "pagekin/visual/comparison_report.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pagekin/clustering/cluster_pages.h"
#include "pagekin/comparing/coverage.h"
#include "pagekin/method/method.h"
#include "pagekin/visual/run_report.h"

#include "support/temp_dir.h"

namespace pagekin::visual {
namespace {

TEST(ComparisonReport, CountsThePagesOfAnIndexOnce) {
  const test::TempDir folder;
  for (int i = 0; i < 12; ++i) {
    const std::string n = std::to_string(i);
    folder.write("crawl/" + n + ".html", "<body class=shop><main><h1>Item " + n + "</h1></main>");
  }
  const std::vector<std::string> crawl = {(folder.path() / "crawl").string()};
  const std::string index = (folder.path() / "old.index").string();
  const auto method = method::make(method::kDefaultMethod);
  clustering::cluster_pages({.source = {.inputs = crawl, .reading = {}},
                             .method = std::string(method::kDefaultMethod),
                             .index = index},
                            *method);
  const comparing::Coverage coverage = comparing::find_coverage(
      {.source = {.inputs = crawl, .reading = {}}, .against = {index}, .sitemaps = {}});
  const ReportTexts texts = make_report({}, comparison_of(coverage), {}, crawl, {}, nullptr);
  const nlohmann::json data = nlohmann::json::parse(texts.data);
  EXPECT_EQ(data["oldPages"], 12);
  EXPECT_EQ(data["newPages"], 12);
}

}  // namespace
}  // namespace pagekin::visual
