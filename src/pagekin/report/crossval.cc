#include "pagekin/report/crossval.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "pagekin/core/text.h"
#include "pagekin/report/json_writer.h"
#include "pagekin/report/numbers.h"

namespace pagekin::report {
namespace {

using eval::Classification;
using eval::ClassificationScores;
using laboratory::Crossval;
using laboratory::CrossvalOptions;
using laboratory::CrossvalResult;

constexpr double kSignificant = 0.05;  // as in Hachenberg and Gottron (2013)

// One of the two ways to decide, and its kind of accuracy.
struct Way {
  std::string_view name;
  Classification CrossvalResult::*whole;
  std::vector<ClassificationScores> CrossvalResult::*folds;
  double ClassificationScores::*accuracy;
};
constexpr Way kWays[] = {
    {"best", &CrossvalResult::best, &CrossvalResult::best_folds, &ClassificationScores::accuracy},
    {"all", &CrossvalResult::all, &CrossvalResult::all_folds,
     &ClassificationScores::binary_accuracy},
};

struct Score {
  std::string_view name;
  double ClassificationScores::*value;
};
constexpr Score kTestedScores[] = {{"recall", &ClassificationScores::recall},
                                   {"f1", &ClassificationScores::f1}};

eval::TTest t_test(const CrossvalResult& a, const CrossvalResult& b, const Way& way,
                   const Score& score) {
  const auto by_fold = [&](const CrossvalResult& result) {
    std::vector<double> values;
    for (const ClassificationScores& fold : result.*way.folds) values.push_back(fold.*score.value);
    return values;
  };
  return eval::paired_t_test(by_fold(a), by_fold(b));
}

double pages_per_second(const CrossvalResult& result) {
  return 1 / std::max(result.extract_seconds + result.classify_seconds, 1e-9);
}

std::size_t widest_measure(const Crossval& crossval) {
  std::size_t widest = std::string_view("measure").size();
  for (const CrossvalResult& result : crossval.results) {
    widest = std::max(widest, printable(result.measure).size());
  }
  return widest;
}

std::string head_of(const Crossval& crossval) {
  const CrossvalOptions& options = crossval.options;
  std::string text = fmt::format("{} pages of {} templates", with_commas(crossval.pages),
                                 with_commas(crossval.names.size()));
  if (crossval.single > 0) {
    text += fmt::format(", {} of one page (unseen)", with_commas(crossval.single));
  }
  text += options.train_per_class > 0
              ? fmt::format("; {} pages a template to learn from", options.train_per_class)
              : fmt::format("; {} folds", options.folds);
  return text + fmt::format(", seed {}\n", options.seed);
}

std::string significance_table(const Crossval& crossval, std::size_t width) {
  const Way& way = kWays[0];
  const auto f1 = [&](const CrossvalResult& result) { return (result.*way.whole).scores().f1; };
  const CrossvalResult& first = *std::ranges::max_element(crossval.results, {}, f1);
  std::string text = fmt::format(
      "\npaired two-tailed t-test over {} folds against {}, which has the best F1 (decision "
      "{}); * p < {}\n{:<{}}",
      crossval.options.folds, printable(first.measure), way.name, kSignificant, "measure", width);
  for (const Score& score : kTestedScores) {
    text += fmt::format("{:>10} t{:>10} p  ", score.name, score.name);
  }
  text += "\n";
  for (const CrossvalResult& result : crossval.results) {
    if (&result == &first) continue;
    text += fmt::format("{:<{}}", printable(result.measure), width);
    for (const Score& score : kTestedScores) {
      const eval::TTest test = t_test(result, first, way, score);
      text += fmt::format("{:>12.4f}{:>12}{} ", test.t, decimal(test.p),
                          test.p < kSignificant ? '*' : ' ');
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += "\n";
  }
  return text;
}

void write_scores(JsonWriter& json, const ClassificationScores& scores, const Way& way) {
  json.begin_object().member_decimal("precision", scores.precision);
  json.member_decimal("recall", scores.recall).member_decimal("f1", scores.f1);
  json.member_decimal("accuracy", scores.*way.accuracy).end_object();
}

void write_result(JsonWriter& json, const Crossval& crossval, const CrossvalResult& result) {
  json.on_line(4).begin_object().member("measure", result.measure);
  for (const Way& way : kWays) {
    write_scores(json.on_line(5).key(way.name), (result.*way.whole).scores(), way);
  }
  if (result.held_out_pages > 0) {
    json.on_line(5).member("held_out_pages", result.held_out_pages);
    json.member_decimal("none", result.held_out_none);
  }
  if (crossval.options.time) {
    json.on_line(5).member_decimal("extract_seconds", result.extract_seconds, 9);
    json.member_decimal("classify_seconds", result.classify_seconds, 9);
    json.member_decimal("pages_per_second", pages_per_second(result));
  }
  for (const Way& way : kWays) {
    json.on_line(5).key(fmt::format("folds_{}", way.name)).begin_array();
    for (const ClassificationScores& fold : result.*way.folds) write_scores(json, fold, way);
    json.end_array();
  }
  json.on_line(5).key("per_template").begin_array();
  for (std::size_t i = 0; i < crossval.names.size(); ++i) {
    const eval::ClassScores best = result.best.of_class(i);
    json.on_line(6).begin_object().member("template", crossval.names[i]);
    json.member("pages", crossval.pages_of[i]).member_decimal("precision", best.precision);
    json.member_decimal("recall", best.recall).member_decimal("f1", best.f1).end_object();
  }
  json.on_line(5).end_array().end_object();
}

void write_significance(JsonWriter& json, const Crossval& crossval) {
  json.on_line(2).key("significance").begin_array();
  for (std::size_t i = 0; i < crossval.results.size(); ++i) {
    for (std::size_t j = i + 1; j < crossval.results.size(); ++j) {
      const CrossvalResult& a = crossval.results[i];
      const CrossvalResult& b = crossval.results[j];
      for (const Way& way : kWays) {
        for (const Score& score : kTestedScores) {
          const eval::TTest test = t_test(a, b, way, score);
          json.on_line(4).begin_object().key("measures").begin_array();
          json.value(a.measure).value(b.measure).end_array();
          json.member("decision", way.name).member("score", score.name);
          json.member_decimal("t", test.t).member("degrees", test.degrees);
          json.member_decimal("p", test.p).end_object();
        }
      }
    }
  }
  json.on_line(2).end_array();
}

}  // namespace

std::string to_table(const Crossval& crossval, bool significance) {
  const std::size_t width = widest_measure(crossval);
  const bool held_out = crossval.results.front().held_out_pages > 0;
  std::string text = head_of(crossval);
  text += fmt::format("{:<{}}  {:<8}{:>10}{:>10}{:>10}{:>10}", "measure", width, "decision",
                      "precision", "recall", "f1", "accuracy");
  if (held_out) text += fmt::format("{:>10}", "none");
  if (crossval.options.time) {
    text += fmt::format("{:>12}{:>12}{:>12}", "extract us", "classify us", "pages/s");
  }
  text += "\n";
  for (const CrossvalResult& result : crossval.results) {
    for (const Way& way : kWays) {
      const ClassificationScores scores = (result.*way.whole).scores();
      text += fmt::format("{:<{}}  {:<8}{:>10}{:>10}{:>10}{:>10}", printable(result.measure), width,
                          way.name, decimal(scores.precision), decimal(scores.recall),
                          decimal(scores.f1), decimal(scores.*way.accuracy));
      if (held_out) text += fmt::format("{:>10}", decimal(result.held_out_none));
      if (crossval.options.time) {
        text += fmt::format(
            "{:>12.2f}{:>12.2f}{:>12}", 1e6 * result.extract_seconds, 1e6 * result.classify_seconds,
            with_commas(static_cast<std::uint64_t>(std::llround(pages_per_second(result)))));
      }
      text += "\n";
    }
  }
  if (significance) text += significance_table(crossval, width);
  return text;
}

std::string to_json(const Crossval& crossval, bool significance) {
  const CrossvalOptions& options = crossval.options;
  JsonWriter json;
  json.begin_object();
  json.on_line(2).member("pages", crossval.pages);
  json.on_line(2).member("unlabelled", crossval.unlabelled);
  json.on_line(2).member("templates", crossval.names.size());
  json.on_line(2).member("single", crossval.single);
  if (options.train_per_class > 0) {
    json.on_line(2).member("train_per_class", options.train_per_class);
  } else {
    json.on_line(2).member("folds", options.folds);
  }
  json.on_line(2).member("seed", options.seed);
  json.on_line(2).key("results").begin_array();
  for (const CrossvalResult& result : crossval.results) write_result(json, crossval, result);
  json.on_line(2).end_array();
  if (significance) write_significance(json, crossval);
  json.on_line(0).end_object();
  return json.finish();
}

}  // namespace pagekin::report
