// Agglomerative clustering beside the similarities it starts from.
//
//     bench_linkage MEASURE INPUT...
//
// One thread. Processor time of comparing all pairs, then of each linkage and of k-medoids
// on the same matrix, as a ratio to it; and the most memory that each step held, beside that
// held before the similarities, per pair of pages.

#include "pagekin/cluster/linkage.h"

#include <cstdio>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <sys/resource.h>

#include "pagekin/cluster/k_medoids.h"
#include "pagekin/core/error.h"
#include "pagekin/measure/all_pairs.h"
#include "pagekin/reading/page_set.h"

namespace pagekin {
namespace {

double processor_seconds(const std::function<void()>& work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

double most_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

void run(const std::string& name, const std::vector<std::string>& inputs) {
  const auto measure = measure::make_symmetric(name);
  reading::PageSet set = reading::read_page_set({.inputs = inputs}, measure->needs());
  reading::fit(*measure, set.features);
  const double pages = static_cast<double>(set.features.size());
  const double pairs = pages * (pages - 1) / 2;
  const double before = most_bytes();
  SimilarityMatrix matrix(0);
  const double comparing =
      processor_seconds([&] { matrix = measure::all_pairs(*measure, set.features, 1); });
  fmt::print("{} pages, {}: {:.3f} s for the similarities\n", set.features.size(), name, comparing);
  const auto show = [&](std::string_view what, const std::function<void()>& work) {
    const double seconds = processor_seconds(work);
    fmt::print("{:<10} {:8.3f} s  {:.4f} of the similarities  {:.2f} bytes a pair\n", what, seconds,
               seconds / comparing, (most_bytes() - before) / pairs);
  };
  show("single", [&] { cluster::single_linkage(matrix); });
  show("k_medoids", [&] { cluster::k_medoids(matrix, {.clusters = 40}); });
  show("complete",
       [&] { cluster::nearest_neighbour_chain(std::move(matrix), cluster::Linkage::kComplete); });
  matrix = measure::all_pairs(*measure, set.features, 1);
  show("average",
       [&] { cluster::nearest_neighbour_chain(std::move(matrix), cluster::Linkage::kAverage); });
}

}  // namespace
}  // namespace pagekin

int main(int argc, char** argv) {
  if (argc < 3) {
    fmt::print(stderr, "usage: bench_linkage MEASURE INPUT...\n");
    return 2;
  }
  try {
    pagekin::run(argv[1], {argv + 2, argv + argc});
  } catch (const pagekin::Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
