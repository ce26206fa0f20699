// Tree edit distance of real pages, beside the best library there is, on one core.
//
//   bench_ted [--pairs N] [--seconds N] --labels FILE.tsv INPUT...
//   bench_ted --large
//
// Pairs of pages of about 200, 1,000 and 3,000 elements, of one template and of two, N of
// each (3), chosen by a fixed seed. Every algorithm runs on every pair in a process of its
// own, from the trees to the distance, preparations included: processor time of the
// fastest run, memory at the most (all that operator new gave out), cells of the tables.
// All distances must agree. At the end, how many times faster and smaller ours are:
// tree_distance against TopDiff on pairs of one template, against APTED on the others.
// Algorithms that take longer than --seconds (60) of processor time are given up; ratios
// leave such pairs out.
//
// --large: two made-up pages of 100,000 elements, one an edited copy of the other or not:
// tree_distance alone, which may answer with bounds.
#include <algorithm>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "pagekin/core/error.h"

#include "ted/contestants.h"
#include "ted/measured.h"
#include "ted/pairs.h"

namespace pagekin::bench {
namespace {

constexpr std::size_t kSizes[] = {200, 1000, 3000};
constexpr int kRounds = 5;

struct Options {
  std::size_t pairs = 3;
  unsigned seconds = 60;
  std::string labels;
  std::vector<std::string> inputs;
  bool large = false;
};

Options parse(const std::vector<std::string>& arguments) {
  Options options;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    const bool has_value = i + 1 < arguments.size();
    if (argument == "--large") {
      options.large = true;
    } else if (argument == "--pairs" && has_value) {
      options.pairs = std::stoul(arguments[++i]);
    } else if (argument == "--seconds" && has_value) {
      options.seconds = static_cast<unsigned>(std::stoul(arguments[++i]));
    } else if (argument == "--labels" && has_value) {
      options.labels = arguments[++i];
    } else {
      options.inputs.push_back(argument);
    }
  }
  if (!options.large && (options.labels.empty() || options.inputs.empty())) {
    throw Error("usage: bench_ted [--pairs N] [--seconds N] --labels FILE.tsv INPUT... | --large");
  }
  return options;
}

// Ours first, then rivals.
std::vector<const Contestant*> contestants() {
  std::vector<const Contestant*> all = {&kTreeDistance, &kBounded, &kApted, &kRted, &kZhangShasha};
#ifdef PAGEKIN_HAS_TREE_SIMILARITY
  all.push_back(&kTheirTopDiff);
  all.push_back(&kTheirApted);
#endif
  return all;
}

struct Row {
  ChosenPair pair;
  std::uint64_t distance = 0;
  std::vector<std::optional<Measured>> results;  // by contestant
};

// The distance comes from the first that knows it exactly; it is then the bound of those
// who want one. Returns whether all agree.
bool measure_row(const std::vector<const Contestant*>& all, unsigned seconds, Row& row) {
  bool is_known = false;
  bool agree = true;
  row.results.resize(all.size());
  const auto measure_one = [&](std::size_t i) {
    row.results[i] =
        measure_task(*all[i], {row.pair.a, row.pair.b, row.distance}, kRounds, seconds);
    if (!row.results[i]) return;
    const Outcome& outcome = row.results[i]->outcome;
    if (outcome.exact() && !is_known) {
      row.distance = outcome.low;
      is_known = true;
    }
    if (is_known && (row.distance < outcome.low || row.distance > outcome.high)) {
      fmt::print("DISAGREE: {} says {} to {}, not {}\n", all[i]->name, outcome.low, outcome.high,
                 row.distance);
      agree = false;
    }
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i] != &kBounded) measure_one(i);
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i] == &kBounded && is_known) measure_one(i);
  }
  return agree;
}

void print_table(std::string_view title, const std::vector<const Contestant*>& all,
                 const std::vector<Row>& rows,
                 const std::function<std::string(const Measured&)>& value) {
  fmt::print("\n{}\n{:<9} {:>6} {:>6} {:>8}", title, "templates", "n1", "n2", "distance");
  for (const Contestant* one : all) fmt::print(" {:>13}", one->name);
  fmt::print("\n");
  for (const Row& row : rows) {
    fmt::print("{:<9} {:>6} {:>6} {:>8}", row.pair.same_template ? "one" : "two",
               row.pair.a->size(), row.pair.b->size(), row.distance);
    for (const auto& result : row.results) {
      fmt::print(" {:>13}", result ? value(*result) : "gave up");
    }
    fmt::print("\n");
  }
}

// How many times larger `value` is for the rival than for tree_distance.
void print_ratio(std::string_view what, const Contestant& rival, bool same_template,
                 const std::vector<const Contestant*>& all, const std::vector<Row>& rows,
                 double (*value)(const Measured&)) {
  const auto place = static_cast<std::size_t>(std::ranges::find(all, &rival) - all.begin());
  for (const std::size_t size : kSizes) {
    std::vector<double> ratios;
    for (const Row& row : rows) {
      if (row.pair.size != size || row.pair.same_template != same_template) continue;
      if (!row.results[0] || !row.results[place] || !row.results[0]->outcome.exact()) continue;
      ratios.push_back(value(*row.results[place]) / value(*row.results[0]));
    }
    if (ratios.empty()) continue;
    std::ranges::sort(ratios);
    fmt::print(
        "{:<6} {:<13} about {:>4} elements, {} / tree_distance: median {:.2f}, "
        "worst {:.2f} of {} pairs\n",
        what, same_template ? "one template" : "two templates", size, rival.name,
        ratios[(ratios.size() - 1) / 2], ratios[0], ratios.size());
  }
}

double time_of(const Measured& one) { return one.seconds; }
double first_time_of(const Measured& one) { return one.first_seconds; }
double memory_of(const Measured& one) { return static_cast<double>(one.peak_bytes); }

int compare_pages(const Options& options) {
  const std::vector<LabelledTree> trees = read_trees(options.inputs, options.labels);
  const std::vector<const Contestant*> all = contestants();
  std::vector<Row> rows;
  bool agree = true;
  for (const bool same_template : {true, false}) {
    for (const std::size_t size : kSizes) {
      for (const ChosenPair& pair :
           choose_pairs(trees, size, same_template, options.pairs, Random(size))) {
        rows.push_back({.pair = pair});
        agree = measure_row(all, options.seconds, rows.back()) && agree;
      }
    }
  }
  fmt::print("{} labelled pages, {} pairs\n", trees.size(), rows.size());
  print_table("milliseconds, the fastest of up to 5 runs", all, rows,
              [](const Measured& one) { return fmt::format("{:.3f}", 1e3 * one.seconds); });
  print_table("megabytes at the most, prepared trees included", all, rows, [](const Measured& one) {
    return fmt::format("{:.3f}", static_cast<double>(one.peak_bytes) / 1e6);
  });
  print_table("megabytes by its own account, trees left out", all, rows, [](const Measured& one) {
    if (one.outcome.bytes == 0) return std::string("-");
    return fmt::format("{:.3f}", static_cast<double>(one.outcome.bytes) / 1e6);
  });
  print_table("thousands of cells", all, rows, [](const Measured& one) {
    return fmt::format("{:.1f}", static_cast<double>(one.outcome.cells) / 1e3);
  });
#ifdef PAGEKIN_HAS_TREE_SIMILARITY
  fmt::print("\nOurs is better by this factor:\n");
  print_ratio("time", kTheirTopDiff, true, all, rows, time_of);
  print_ratio("time 1", kTheirTopDiff, true, all, rows, first_time_of);
  print_ratio("memory", kTheirTopDiff, true, all, rows, memory_of);
  print_ratio("time", kTheirApted, false, all, rows, time_of);
  print_ratio("time 1", kTheirApted, false, all, rows, first_time_of);
  print_ratio("memory", kTheirApted, false, all, rows, memory_of);
  fmt::print("(time 1: the first run, whose memory is new)\n");
#endif
  return agree ? 0 : 1;
}

void compare_large(unsigned seconds) {
  constexpr std::size_t kElements = 100'000;
  const dom::TagTree page = made_up_page(Random(1), kElements);
  const dom::TagTree same = edited(Random(2), page, 0.01);
  const dom::TagTree other = made_up_page(Random(3), kElements);
  fmt::print("{:<22} {:>7} {:>7} {:>9} {:>9} {:>9} {:>12} {:>9}\n", "tree_distance", "n1", "n2",
             "at least", "at most", "seconds", "cells", "MB");
  const auto print = [&](std::string_view name, const dom::TagTree& b) {
    const auto measured = measure_task(kTreeDistance, {&page, &b}, 1, seconds);
    if (!measured) {
      fmt::print("{:<22} {:>7} {:>7} gave up\n", name, page.size(), b.size());
      return;
    }
    fmt::print("{:<22} {:>7} {:>7} {:>9} {:>9} {:>9.2f} {:>12} {:>9.1f}\n", name, page.size(),
               b.size(), measured->outcome.low, measured->outcome.high, measured->seconds,
               measured->outcome.cells, static_cast<double>(measured->peak_bytes) / 1e6);
  };
  print("1 % edited", same);
  print("unlike", other);
}

int run(const std::vector<std::string>& arguments) {
  const Options options = parse(arguments);
  if (!options.large) return compare_pages(options);
  compare_large(options.seconds);
  return 0;
}

}  // namespace
}  // namespace pagekin::bench

int main(int argc, char** argv) {
  try {
    return pagekin::bench::run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_ted: {}\n", error.what());
    return 1;
  }
}
