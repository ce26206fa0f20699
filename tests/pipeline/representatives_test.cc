#include "pagekin/pipeline/representatives.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/pipeline/name_templates.h"

namespace pagekin::pipeline {
namespace {

using Chosen = std::vector<std::vector<PageId>>;

ClusterRun run_of(std::vector<int> labels, const std::vector<float>& confidence,
                  std::vector<std::uint32_t> variants = {}) {
  ClusterRun run;
  for (std::size_t i = 0; i < labels.size(); ++i) run.ids.add("p" + std::to_string(i));
  run.clustering = canonical(std::move(labels));
  run.numbers = numbers_by_size(run.clustering);
  for (const int number : run.numbers) {
    run.template_ids.push_back(static_cast<std::uint32_t>(number));
  }
  for (const float one : confidence) run.certainty.push_back({.confidence = one});
  run.variants = std::move(variants);
  return run;
}

TEST(Representatives, AreThePagesOfTheHighestConfidence) {
  EXPECT_EQ(
      choose_representatives(run_of({0, 0, 0, 0, 0, 1}, {0.1F, 0.9F, 0.5F, 0.9F, 0.6F, 0.2F})),
      (Chosen{{1, 3, 4}, {5}}));
}

TEST(Representatives, AreTheFirstPagesIfTheMethodTellsNoConfidence) {
  EXPECT_EQ(choose_representatives(run_of({0, 1, 0, 0, 0, -1}, {})), (Chosen{{0, 2, 3}, {1}}));
}

TEST(Representatives, EveryVariantHasOneAndLargeOnesComeFirst) {
  const ClusterRun run =
      run_of({0, 0, 0, 0, 0, 0, 1, 1}, {0.9F, 0.8F, 0.7F, 0.6F, 0.5F, 0.4F, 1, 1},
             {1, 2, 2, 3, 3, 3, 4, 4});
  EXPECT_EQ(choose_representatives(run), (Chosen{{3, 1, 0}, {6, 7}}));
  EXPECT_EQ(run.variant_of(4), 3U);
}

TEST(Representatives, PagesInDoubtAreChosenOnlyIfThereIsNoOther) {
  EXPECT_EQ(choose_representatives(run_of({0, 0, 0, 1, 1}, {0.9F, 0.39F, 0.4F, 0.1F, 0.2F})),
            (Chosen{{0, 2}, {4}}));
}

TEST(Representatives, AreFilledUpToThree) {
  const ClusterRun run = run_of({0, 0, 0, 0, 0}, {0.9F, 0.8F, 0.7F, 0.1F, 0.2F}, {1, 1, 1, 2, 2});
  EXPECT_EQ(choose_representatives(run), (Chosen{{0, 4, 1}}));
}

TEST(ClusterRun, WithoutVariantsTheVariantIsTheTemplate) {
  const ClusterRun run = run_of({0, 1, 1, -1}, {});
  EXPECT_EQ(run.variant_of(0), 2U);
  EXPECT_EQ(run.variant_of(1), 1U);
  EXPECT_EQ(run.variant_of(3), 0U);
  EXPECT_EQ(run.template_of(3), 0U);
}

ClusterRun run_with_ids(const std::vector<std::string>& ids, std::vector<int> labels) {
  ClusterRun run = run_of(std::move(labels), {});
  run.ids = RunIds();
  for (const std::string& id : ids) run.ids.add(id);
  return run;
}

TEST(NameTemplates, NamesByAddressesAreUnique) {
  ClusterRun run = run_with_ids(
      {"http://a.example/shop/p/1", "http://a.example/shop/p/2", "http://a.example/shop/p/3",
       "http://b.example/shop/p/4", "http://b.example/shop/p/5", "http://a.example/"},
      {0, 0, 0, 1, 1, 2});
  name_templates(run, {});
  EXPECT_EQ(run.names[0].text, "shop");
  EXPECT_EQ(run.names[1].text, "shop (2)");
  EXPECT_EQ(run.names[2].text, "home");
  EXPECT_EQ(run.names[0].shape, "/shop/p/0");
  EXPECT_EQ(run.name_of(4), "shop (2)");
}

TEST(NameTemplates, ShapesShowWhatAllNamesOfFilesBeginWith) {
  ClusterRun run = run_with_ids(
      {"list1.html", "list2.html", "http://a.example/x/show.php?id=1",
       "http://a.example/x/show.php?id=2", "http://a.example/y/ab1", "http://a.example/y/ab2",
       "http://a.example/z/one/", "http://a.example/z/only/"},
      {0, 0, 1, 1, 2, 2, 3, 3});
  name_templates(run, {});
  EXPECT_EQ(run.names[0].readable_shape, "list*.html");
  EXPECT_EQ(run.names[0].shape, "*.html");
  EXPECT_EQ(run.names[1].readable_shape, "/x/show.php?id");
  EXPECT_EQ(run.names[2].readable_shape, "/y/*");
  EXPECT_EQ(run.names[3].readable_shape, "/z/*/");
}

TEST(NameTemplates, NamesOfEarlierRunsStay) {
  ClusterRun run = run_with_ids(
      {"http://a.example/x/1", "http://a.example/x/2", "http://a.example/"}, {0, 0, 1});
  const std::vector<method::IndexedTemplate> earlier = {{1, "thing"}, {2, "start"}};
  name_templates(run, earlier);
  EXPECT_EQ(run.names[0].text, "thing");
  EXPECT_EQ(run.names[1].text, "start");
}

}  // namespace
}  // namespace pagekin::pipeline
