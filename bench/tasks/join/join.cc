// Pairs of similar pages by the join on sets, beside comparing every pair.
//
//     bench_join [--no-all] INPUT MEASURE [AT_LEAST...]
//
// Reads the pages of INPUT once, then for each threshold (0.7 0.8 0.9) finds the similar
// pairs with one thread:
//   all      every pair compared; up to 20,000 pages, not with --no-all
//   exact    graph::threshold_join, with the similarity of each pair
//   pairs    the same, but it suffices that a pair is similar; and which stage settled the pairs
//   lsh      for measures of sets: by MinHash and bands, and how many of the pairs it finds
// Times are processor times, up to 20,000 pages the best of two, and given as multiples of
// `exact`; counts are of pairs of different pages. Also how far the peak of memory rose for
// the first `exact`.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <sys/resource.h>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/graph/threshold_join.h"
#include "pagekin/measure/measure.h"
#include "pagekin/measure/set_measure.h"
#include "pagekin/reading/read_features.h"

namespace pagekin {
namespace {

constexpr std::size_t kMostToCompare = 20'000;

std::vector<features::Features> read(const std::string& input, measure::Measure& measure) {
  std::vector<features::Features> pages;
  PageIds ids;
  reading::read_features(
      {.source = {.inputs = {input}},
       .needs = measure.needs(),
       .page = [&](std::string_view,
                   features::Features&& page) { pages.push_back(std::move(page)); }},
      ids);
  measure.fit(pages);
  for (features::Features& page : pages) measure.prepare(page);
  return pages;
}

struct Timed {
  graph::SimilarPairs pairs;
  double seconds = 1e9;
};

template <class Find>
Timed timed(int runs, Find find) {
  Timed best;
  for (int i = 0; i < runs; ++i) {
    const std::clock_t start = std::clock();
    best.pairs = find();
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    best.seconds = std::min(best.seconds, seconds);
  }
  return best;
}

void print(std::string_view name, const Timed& found, double unit, std::uint64_t expected) {
  std::uint64_t compared = 0;
  for (const graph::StageCount& stage : found.pairs.stages) {
    if (stage.compares) compared += stage.rejected + stage.accepted;
  }
  fmt::print(
      "  {:<6} {:>8.3f} s {:>8.2f} x {:>8.2f} us a pair {:>15} compared {:>13} edges  "
      "{:>9.5f} % found\n",
      name, found.seconds, found.seconds / unit,
      1e6 * found.seconds / static_cast<double>(found.pairs.pairs()), with_commas(compared),
      with_commas(found.pairs.graph.edges()),
      expected == 0
          ? 100
          : 100 * static_cast<double>(found.pairs.similar_pairs()) / static_cast<double>(expected));
}

void print_stages(const graph::SimilarPairs& pairs) {
  std::uint64_t rejected = 0;
  for (const graph::StageCount& stage : pairs.stages) rejected += stage.rejected;
  for (const graph::StageCount& stage : pairs.stages) {
    fmt::print(
        "    {:<12} {:>13} accepted {:>13} rejected, {:>7.3f} % of those that are no results\n",
        stage.name, with_commas(stage.accepted), with_commas(stage.rejected),
        100 * static_cast<double>(stage.rejected) /
            static_cast<double>(std::max<std::uint64_t>(1, rejected)));
  }
}

// Bytes that the process has held at most.
double peak() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024;
}

int run(int argc, char** argv) {
  const bool compares_all = argc < 2 || std::string_view(argv[1]) != "--no-all";
  if (!compares_all) ++argv, --argc;
  if (argc < 3) throw Error("usage: bench_join [--no-all] INPUT MEASURE [AT_LEAST...]");
  const auto measure = measure::make_symmetric(argv[2]);
  const std::vector<features::Features> pages = read(argv[1], *measure);
  if (pages.empty()) throw Error("expected pages, found none");
  std::vector<double> thresholds = {0.7, 0.8, 0.9};
  if (argc > 3) thresholds.clear();
  for (int i = 3; i < argc; ++i) thresholds.push_back(std::atof(argv[i]));

  std::size_t values = 0;
  if (const auto* sets = measure->as_set()) {
    for (const features::Features& page : pages) values += sets->set_of(page).size();
  }
  const double before = peak();
  std::optional<double> taken;
  const auto a_page = [&](double all) { return all / static_cast<double>(pages.size()); };
  for (const double at_least : thresholds) {
    const graph::JoinOptions options{.at_least = at_least, .exact = true, .threads = 1};
    const int runs = pages.size() <= kMostToCompare ? 2 : 1;
    const Timed exact =
        timed(runs, [&] { return graph::threshold_join(*measure, pages, options); });
    const std::uint64_t similar = exact.pairs.similar_pairs();
    fmt::print("{} at {}: {} pages, {} different, {:.0f} values a page; {} of {} pairs similar\n",
               argv[2], at_least, with_commas(pages.size()),
               with_commas(exact.pairs.class_sizes.size()), a_page(static_cast<double>(values)),
               with_commas(similar), with_commas(exact.pairs.pairs()));
    if (!taken) {
      taken = peak() - before;
      fmt::print("  peak of memory {:.0f} bytes a page higher, {:.0f} of them for edges\n",
                 a_page(*taken), a_page(28.0 * static_cast<double>(exact.pairs.graph.edges())));
    }
    if (compares_all && pages.size() <= kMostToCompare) {
      print("all", timed(1, [&] { return graph::compare_all(*measure, pages, options); }),
            exact.seconds, similar);
    }
    print("exact", exact, exact.seconds, similar);
    graph::JoinOptions any = options;
    any.exact = false;
    const Timed found = timed(runs, [&] { return graph::threshold_join(*measure, pages, any); });
    print("pairs", found, exact.seconds, similar);
    print_stages(found.pairs);
    if (measure->as_set() == nullptr) continue;
    graph::JoinOptions by_lsh = options;
    by_lsh.search = graph::Search::kLsh;
    print("lsh", timed(runs, [&] { return graph::threshold_join(*measure, pages, by_lsh); }),
          exact.seconds, similar);
  }
  return 0;
}

}  // namespace
}  // namespace pagekin

int main(int argc, char** argv) {
  try {
    return pagekin::run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
