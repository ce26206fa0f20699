#include "pagekin/eval/evaluation.h"

#include <string>

#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/eval/score.h"

#include "support/memory_source.h"

namespace pagekin::eval {
namespace {

std::unique_ptr<Labels> labels(std::string text) {
  test::MemorySource source(std::move(text));
  return read_labels(source, "truth.tsv");
}

// Template x: a b c, y: d e, z: f; cluster 1: a b d, 2: e, 3: c, left out: f.
Evaluation example() {
  const std::vector<Assignment> rows = {{"a", 1}, {"b", 1}, {"c", 3},      {"d", 1},
                                        {"e", 2}, {"f", 0}, {"unknown", 4}};
  return evaluate(rows, *labels("e\ty\nd\ty\na\tx\nb\tx\nc\tx\nf\tz\nmissing\tx\n"), "out.tsv");
}

double score_of(const Evaluation& evaluation, std::string_view name) {
  return evaluation.scores.at(std::string(name));
}

TEST(Evaluation, CountsPagesByWhatIsKnownOfThem) {
  const Evaluation result = example();
  EXPECT_EQ(result.pages, 6U);
  EXPECT_EQ(result.unlabelled, 1U);
  EXPECT_EQ(result.unassigned, 1U);
  EXPECT_EQ(result.left_out, 1U);
  EXPECT_EQ(result.clusters, 3U);
  EXPECT_EQ(result.templates, 3U);
  EXPECT_EQ(result.assigned, 7U);
  EXPECT_EQ(result.labelled, 7U);
  EXPECT_FALSE(result.few_match);
}

TEST(Evaluation, HoldsEveryScore) {
  const Evaluation result = example();
  EXPECT_EQ(result.scores.size(), scores().size());
  EXPECT_DOUBLE_EQ(score_of(result, "precision"), 1.0 / 3);
  EXPECT_DOUBLE_EQ(score_of(result, "recall"), 1.0 / 4);
}

TEST(Evaluation, FindsTheClusterThatHoldsMostOfATemplate) {
  const Evaluation result = example();
  ASSERT_EQ(result.per_template.size(), 3U);
  const TemplateMatch& x = result.per_template[0];
  EXPECT_EQ(x.name, "x");
  EXPECT_EQ(x.pages, 3U);
  EXPECT_EQ(x.cluster, 1);
  EXPECT_DOUBLE_EQ(x.precision, 2.0 / 3);
  EXPECT_DOUBLE_EQ(x.recall, 2.0 / 3);
}

TEST(Evaluation, BreaksTiesByTheSmallerClusterNumber) {
  const TemplateMatch y = example().per_template[1];
  EXPECT_EQ(y.name, "y");
  EXPECT_EQ(y.cluster, 1);
  EXPECT_DOUBLE_EQ(y.precision, 1.0 / 3);
  EXPECT_DOUBLE_EQ(y.recall, 0.5);
}

TEST(Evaluation, FindsNoClusterForATemplateThatWasLeftOut) {
  const TemplateMatch z = example().per_template[2];
  EXPECT_EQ(z.name, "z");
  EXPECT_EQ(z.cluster, 0);
  EXPECT_DOUBLE_EQ(z.precision, 0);
  EXPECT_DOUBLE_EQ(z.recall, 0);
}

TEST(Evaluation, TakesRules) {
  test::MemorySource source("x\t^[abc]$\ny\t^[de]$\n");
  const std::vector<Assignment> rows = {{"a", 1}, {"d", 2}, {"e", 2}, {"q", 1}};
  const Evaluation result = evaluate(rows, *read_label_rules(source, "rules"), "out.tsv");
  EXPECT_EQ(result.pages, 3U);
  EXPECT_EQ(result.unlabelled, 1U);
  EXPECT_EQ(result.unassigned, 0U);
  EXPECT_DOUBLE_EQ(score_of(result, "f1"), 1);
}

TEST(Evaluation, TellsWhichClustersALabelIsIn) {
  const Evaluation result = example();
  std::string text;
  for (const LabelInCluster& cell : result.label_by_cluster) {
    text += cell.name + std::to_string(cell.cluster) + ":" + std::to_string(cell.pages) + " ";
  }
  EXPECT_EQ(text, "x1:2 x3:1 y1:1 y2:1 z0:1 ");
}

TEST(Evaluation, NoticesThatFewPagesMatch) {
  const std::vector<Assignment> rows = {{"a", 1}, {"b", 1}, {"c", 2}, {"d", 2}};
  const auto few = [&](const std::string& text) {
    return evaluate(rows, *labels(text), "out.tsv").few_match;
  };
  EXPECT_TRUE(few("a\tx\np\tx\nq\tx\nr\tx\n"));
  EXPECT_FALSE(few("a\tx\nb\tx\nq\tx\nr\tx\n"));  // half
  EXPECT_FALSE(few("a\tx\n"));                    // all labels are of this crawl
  test::MemorySource source("x\t^a$\n");
  EXPECT_TRUE(evaluate(rows, *read_label_rules(source, "rules"), "out.tsv").few_match);
}

TEST(Evaluation, SaysWhatItLookedForWhenNothingIsLabelled) {
  const std::vector<Assignment> rows = {{"http://a/\n", 1}, {"b", 1}, {"c", 1}, {"d", 1}};
  try {
    evaluate(rows, *labels("x\ty\n"), "out.tsv");
    FAIL() << "no Error";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "no page of out.tsv has a label in truth.tsv; first ids: http://a/\\x0a, b, c");
  }
}

}  // namespace
}  // namespace pagekin::eval
