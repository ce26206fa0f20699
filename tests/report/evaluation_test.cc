#include "pagekin/eval/evaluation.h"

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pagekin/evaluate.h"

#include "support/memory_source.h"

namespace pagekin::report {
namespace {

// Template x: a b c, y: d e, z: f; cluster 1: a b d, 2: e, 3: c, left out: f.
eval::Evaluation example_evaluation() {
  const std::vector<eval::Assignment> rows = {{"a", 1}, {"b", 1}, {"c", 3},      {"d", 1},
                                              {"e", 2}, {"f", 0}, {"unknown", 4}};
  test::MemorySource source("e\ty\nd\ty\na\tx\nb\tx\nc\tx\nf\tz\nmissing\tx\n");
  return evaluate(rows, *eval::read_labels(source, "truth.tsv"), "out.tsv");
}

TEST(EvaluationJson, HasTheKeysOfTheSpecification) {
  const eval::Evaluation evaluation = example_evaluation();
  const auto json = nlohmann::json::parse(to_json(&evaluation));
  std::set<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.insert(key);
  const std::set<std::string> expected = {"pages",
                                          "unlabelled",
                                          "unassigned",
                                          "assigned",
                                          "labelled",
                                          "clusters",
                                          "templates",
                                          "precision",
                                          "recall",
                                          "f1",
                                          "rand_index",
                                          "adjusted_rand_index",
                                          "purity",
                                          "average_purity",
                                          "inverse_purity",
                                          "nmi",
                                          "ami",
                                          "fowlkes_mallows",
                                          "homogeneity",
                                          "completeness",
                                          "v_measure",
                                          "bcubed_precision",
                                          "bcubed_recall",
                                          "bcubed_f1",
                                          "f_measure",
                                          "per_template",
                                          "label_by_cluster"};
  EXPECT_EQ(keys, expected);
  EXPECT_EQ(json["pages"], 6);
  EXPECT_DOUBLE_EQ(json["precision"].get<double>(), 0.333333);
  EXPECT_EQ(json["per_template"][0]["template"], "x");
  EXPECT_EQ(json["per_template"][0]["cluster"], 1);
}

TEST(EvaluationJson, HasTheClustersOfEachLabel) {
  const eval::Evaluation evaluation = example_evaluation();
  const auto json = nlohmann::json::parse(to_json(&evaluation));
  ASSERT_EQ(json["label_by_cluster"].size(), 5U);
  EXPECT_EQ(json["label_by_cluster"][1],
            nlohmann::json({{"label", "x"}, {"cluster", 3}, {"pages", 1}}));
  EXPECT_EQ(json["labelled"], 7);
}

TEST(EvaluationTable, ShowsThatALabelIsSplit) {
  const std::string text = to_table(example_evaluation());
  EXPECT_NE(text.find("x                  3  1: 2, 3: 1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("z                  1  left out: 1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("6 of 7 (85.7 %)"), std::string::npos) << text;
}

TEST(EvaluationTable, CutsALongListOfClusters) {
  std::vector<eval::Assignment> rows;
  std::string labels;
  for (int i = 0; i < 100; ++i) {
    rows.push_back({std::to_string(i), i + 1});
    labels += std::to_string(i) + "\tx\n";
  }
  test::MemorySource source(labels);
  const std::string text = to_table(evaluate(rows, *eval::read_labels(source, "t"), "out"));
  const std::size_t line = text.find("\nx ") + 1;
  const std::string first = text.substr(line, text.find('\n', line) - line);
  EXPECT_LE(first.size(), 80U) << first;
  EXPECT_TRUE(first.ends_with(" more")) << first;
}

TEST(LabelsByCluster, IsATableOfItsOwn) {
  std::string text;
  write_labels_by_cluster(example_evaluation(), TableFormat::kTsv,
                          [&](std::string_view bytes) { text += bytes; });
  EXPECT_TRUE(text.starts_with("label\tcluster\tpages\nx\t1\t2\nx\t3\t1\n")) << text;
}

TEST(EvaluationJson, PrintsSixDecimalsAndNoNegativeZero) {
  eval::Evaluation result = example_evaluation();
  result.scores = {{"precision", -1e-9}, {"recall", 2.0 / 3}};
  const std::string json = to_json(&result);
  EXPECT_NE(json.find("\"precision\": 0.000000,"), std::string::npos) << json;
  EXPECT_NE(json.find("\"recall\": 0.666667,"), std::string::npos) << json;
}

TEST(EvaluationJson, QuotesHostileNames) {
  eval::Evaluation result = example_evaluation();
  result.per_template[0].name = "\"}\x1B\xFF";
  const auto json = nlohmann::json::parse(to_json(&result));
  EXPECT_EQ(json["per_template"][0]["template"], "\"}\x1B\xEF\xBF\xBD");
}

TEST(EvaluationTable, IsTidy) {
  eval::Evaluation result = example_evaluation();
  result.scores = {{"precision", 1.0 / 3}, {"adjusted_rand_index", -0.25}};
  result.per_template[1].name = "caf\xC3\xA9 \x1B page";
  result.label_by_cluster[2].name = result.label_by_cluster[3].name = result.per_template[1].name;
  EXPECT_EQ(to_table(result),
            "pages                          6\n"
            "of those clustered  6 of 7 (85.7 %)\n"
            "of those labelled   6 of 7 (85.7 %)\n"
            "left out                       1\n"
            "unlabelled                     1\n"
            "unassigned                     1\n"
            "clusters                       3\n"
            "templates                      3\n"
            "\n"
            "precision               0.333333\n"
            "adjusted_rand_index    -0.250000\n"
            "\n"
            "label                pages  pages in each cluster\n"
            "x                        3  1: 2, 3: 1\n"
            "caf\xC3\xA9 \\x1b page           2  1: 1, 2: 1\n"
            "z                        1  left out: 1\n"
            "\n"
            "template             pages   cluster  precision    recall\n"
            "x                        3         1   0.666667  0.666667\n"
            "caf\xC3\xA9 \\x1b page           2         1   0.333333  0.500000\n"
            "z                        1         0   0.000000  0.000000\n");
}

TEST(EvaluationJson, JoinsLabelsAndMeasureInOneObject) {
  const eval::Evaluation labelled = example_evaluation();
  InternalEvaluation internal{.measure = "style"};
  internal.quality.pages = 2;
  internal.quality.cohesion = 0.5;
  internal.quality.clusters = {{.cluster = 1, .pages = 2, .cohesion = 0.5}};
  const std::string alone = to_json(nullptr, &internal);
  EXPECT_EQ(alone,
            "{\n"
            "  \"measure\": \"style\",\n"
            "  \"compared\": 2,\n"
            "  \"left_out\": 0,\n"
            "  \"without_assignment\": 0,\n"
            "  \"not_in_input\": 0,\n"
            "  \"silhouette\": null,\n"
            "  \"cohesion\": 0.500000,\n"
            "  \"separation\": null,\n"
            "  \"per_cluster\": [\n"
            "    {\"cluster\": 1, \"pages\": 2, \"silhouette\": null, \"cohesion\": 0.500000, "
            "\"separation\": null}\n"
            "  ]\n"
            "}\n");
  const std::string first = to_json(&labelled);
  const std::string both = to_json(&labelled, &internal);
  EXPECT_EQ(both, first.substr(0, first.size() - 3) + ",\n" + alone.substr(2));
}

}  // namespace
}  // namespace pagekin::report
