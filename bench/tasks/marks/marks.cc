// What finding a page's marks costs beside building its tree, on one core.
//
//   bench_marks [--rounds N] INPUT...     (WARC files, directories, pages)
//
// The pages of each input are loaded first. Then in each round all trees are built plain,
// and built with the texts that marks need and marked. Of each page the best round counts,
// so that other programs may run beside this one. Printed are marking in parts of building
// with texts, and both together in parts of building the plain tree.
#include "pagekin/features/marks.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "pagekin/dom/build.h"

#include "bodies.h"

namespace pagekin::bench {
namespace {

// The best time of each page, in seconds.
class BestTimes {
 public:
  explicit BestTimes(std::size_t pages) : seconds_(pages, 1e9) {}

  // What `work` returns, which is timed.
  template <class Work>
  decltype(auto) time(std::size_t page, Work work) {
    const Stopwatch watch{seconds_[page]};
    return work();
  }
  double total() const { return std::accumulate(seconds_.begin(), seconds_.end(), 0.0); }

 private:
  using Clock = std::chrono::steady_clock;
  struct Stopwatch {
    double& best;
    Clock::time_point start = Clock::now();
    ~Stopwatch() {
      best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
    }
  };
  std::vector<double> seconds_;
};

void measure(const std::string& input, int rounds) {
  const std::vector<std::string> pages = load_bodies(std::vector{input});
  const std::size_t bytes = total_size(pages);

  dom::Builder builder;
  BestTimes plain(pages.size());
  BestTimes built(pages.size());
  BestTimes marked(pages.size());
  std::size_t elements = 0;
  std::size_t marks = 0;
  for (int round = 0; round < rounds; ++round) {
    elements = marks = 0;
    for (std::size_t i = 0; i < pages.size(); ++i) {
      elements += plain.time(i, [&] { return builder.build(pages[i]).size(); });
    }
    for (std::size_t i = 0; i < pages.size(); ++i) {
      const dom::Tree& tree = built.time(i, [&]() -> const dom::Tree& {
        return builder.build(pages[i], {.text = true, .blank_text = false});
      });
      marks += marked.time(i, [&] { return features::marks(tree).size(); });
    }
  }
  fmt::print("{:>6} {:>8.1f} {:>9} {:>9} {:>10.1f} {:>8.2f}x {:>8.2f}x  {}\n", pages.size(),
             static_cast<double>(bytes) / 1e6, elements, marks,
             static_cast<double>(bytes) / built.total() / 1e6, marked.total() / built.total(),
             (built.total() + marked.total()) / plain.total(), input);
}

int run(std::vector<std::string> inputs) {
  int rounds = 5;
  if (inputs.size() >= 2 && inputs[0] == "--rounds") {
    rounds = std::max(1, std::stoi(inputs[1]));
    inputs.erase(inputs.begin(), inputs.begin() + 2);
  }
  if (inputs.empty()) {
    fmt::print(stderr, "usage: bench_marks [--rounds N] FILE|DIRECTORY...\n");
    return 2;
  }
  fmt::print("{:>6} {:>8} {:>9} {:>9} {:>10} {:>9} {:>9}  {}\n", "pages", "MB", "elements", "marks",
             "built MB/s", "marking", "all/plain", "input");
  for (const std::string& input : inputs) measure(input, rounds);
  return 0;
}

}  // namespace
}  // namespace pagekin::bench

int main(int argc, char** argv) {
  try {
    return pagekin::bench::run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_marks: {}\n", error.what());
    return 1;
  }
}
