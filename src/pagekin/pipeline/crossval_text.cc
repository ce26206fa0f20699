// What crossval found, as a table for people and as JSON.
#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "pagekin/core/text.h"
#include "pagekin/pipeline/crossval.h"
#include "pagekin/pipeline/summary.h"

namespace pagekin::pipeline {
namespace {

using eval::Classification;
using eval::ClassificationScores;

constexpr double kSignificant = 0.05;  // as in the paper

// One of the two ways to decide, with its name and what its accuracy counts.
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
      text +=
          fmt::format("{:>12.4f}{:>12.6f}{} ", test.t, test.p, test.p < kSignificant ? '*' : ' ');
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += "\n";
  }
  return text;
}

// A number, or null for what JSON cannot say.
std::string number(double value) {
  return std::isfinite(value) ? fmt::format("{:.6f}", value) : "null";
}

std::string scores_json(const ClassificationScores& scores, const Way& way) {
  return fmt::format(R"({{"precision": {}, "recall": {}, "f1": {}, "accuracy": {}}})",
                     number(scores.precision), number(scores.recall), number(scores.f1),
                     number(scores.*way.accuracy));
}

// `separator` between the items that `item` makes.
template <class List, class Item>
std::string joined(const List& list, std::string_view separator, Item item) {
  std::string text;
  for (const auto& entry : list) {
    if (!text.empty()) text += separator;
    text += item(entry);
  }
  return text;
}

std::string result_json(const Crossval& crossval, const CrossvalResult& result) {
  std::string text = fmt::format("    {{\"measure\": {}", quote_json(result.measure));
  for (const Way& way : kWays) {
    text +=
        fmt::format(",\n     \"{}\": {}", way.name, scores_json((result.*way.whole).scores(), way));
  }
  if (result.held_out_pages > 0) {
    text += fmt::format(",\n     \"held_out_pages\": {}, \"none\": {}", result.held_out_pages,
                        number(result.held_out_none));
  }
  if (crossval.options.time) {
    text += fmt::format(
        ",\n     \"extract_seconds\": {:.9f}, \"classify_seconds\": {:.9f}, "
        "\"pages_per_second\": {}",
        result.extract_seconds, result.classify_seconds, number(pages_per_second(result)));
  }
  for (const Way& way : kWays) {
    text += fmt::format(",\n     \"folds_{}\": [{}]", way.name,
                        joined(result.*way.folds, ", ", [&](const ClassificationScores& fold) {
                          return scores_json(fold, way);
                        }));
  }
  text += ",\n     \"per_template\": [";
  for (std::size_t i = 0; i < crossval.names.size(); ++i) {
    const eval::ClassScores best = result.best.of_class(i);
    text += fmt::format(
        "{}\n      {{\"template\": {}, \"pages\": {}, \"precision\": {}, \"recall\": {}, "
        "\"f1\": {}}}",
        i == 0 ? "" : ",", quote_json(crossval.names[i]), crossval.pages_of[i],
        number(best.precision), number(best.recall), number(best.f1));
  }
  return text + "\n     ]}";
}

std::string significance_json(const Crossval& crossval) {
  std::vector<std::string> tests;
  for (std::size_t i = 0; i < crossval.results.size(); ++i) {
    for (std::size_t j = i + 1; j < crossval.results.size(); ++j) {
      const CrossvalResult& a = crossval.results[i];
      const CrossvalResult& b = crossval.results[j];
      for (const Way& way : kWays) {
        for (const Score& score : kTestedScores) {
          const eval::TTest test = t_test(a, b, way, score);
          tests.push_back(fmt::format(
              "    {{\"measures\": [{}, {}], \"decision\": \"{}\", \"score\": \"{}\", \"t\": {}, "
              "\"degrees\": {}, \"p\": {}}}",
              quote_json(a.measure), quote_json(b.measure), way.name, score.name, number(test.t),
              test.degrees, number(test.p)));
        }
      }
    }
  }
  return fmt::format(",\n  \"significance\": [\n{}\n  ]", fmt::join(tests, ",\n"));
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
      text += fmt::format("{:<{}}  {:<8}{:>10.6f}{:>10.6f}{:>10.6f}{:>10.6f}",
                          printable(result.measure), width, way.name, scores.precision,
                          scores.recall, scores.f1, scores.*way.accuracy);
      if (held_out) text += fmt::format("{:>10.6f}", result.held_out_none);
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
  std::string text = fmt::format(
      "{{\n  \"pages\": {},\n  \"unlabelled\": {},\n  \"templates\": {},\n  \"single\": {},\n  "
      "\"{}\": {},\n  \"seed\": {},\n  \"results\": [\n",
      crossval.pages, crossval.unlabelled, crossval.names.size(), crossval.single,
      options.train_per_class > 0 ? "train_per_class" : "folds",
      options.train_per_class > 0 ? options.train_per_class : options.folds, options.seed);
  text += joined(crossval.results, ",\n",
                 [&](const CrossvalResult& result) { return result_json(crossval, result); });
  text += "\n  ]";
  if (significance) text += significance_json(crossval);
  return text + "\n}\n";
}

}  // namespace pagekin::pipeline
