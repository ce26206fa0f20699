// What the default method costs beside reading and parsing, on one thread.
//
//   bench_auto [--rounds N] INPUT...     (WARC files, directories, pages)
//
// Of each input, taking turns, the median of N rounds (5) in processor time:
//
//   read          pages read and inflated, and nothing done with them
//   read, trees   the same, and a tree built of each, without texts
//   read, parse   the same, with texts and every attribute, as parsers hand them to anyone
//   whole         clustering::cluster_pages with the method `auto`
//   trees         trees as above of pages that lie in memory already
//   gumbo         the same by gumbo, where it is installed
//
// Targets: for a site of some 3,000 pages the whole takes at most 3 times as long as
// parsing, and less than gumbo's parsing alone. Parsing is taken three ways: whole trees with
// the reading they begin with, bare trees with it, bare trees alone; what is missed is marked
// with an asterisk.
#include <algorithm>
#include <ctime>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pagekin/clustering/cluster_pages.h"
#include "pagekin/dom/build.h"
#include "pagekin/method/method.h"

#include "bodies.h"
#include "parse/parsers.h"

namespace pagekin::bench {
namespace {

const input::ReadOptions kOneThread{.threads = 1};
constexpr double kMostTimesParsing = 3;

// Does something with each page as it is read.
class Visitor final : public input::PageConsumer {
 public:
  explicit Visitor(std::function<void(std::string_view)> visit) : visit_(std::move(visit)) {}
  std::unique_ptr<input::PageBatch> open_batch() override {
    return std::make_unique<Batch>(visit_);
  }
  void commit(input::PageBatch&) override {}

 private:
  struct Batch final : input::PageBatch {
    explicit Batch(const std::function<void(std::string_view)>& how) : visit(how) {}
    void add(const Page& page, const Incident*) override { visit(page.body); }
    void skip(Incident) override {}
    const std::function<void(std::string_view)>& visit;
  };
  std::function<void(std::string_view)> visit_;
};

struct Stage {
  std::string_view name;
  std::function<void()> work;
  std::vector<double> seconds = {};

  // Processor time, not time on the wall: other programs may run beside this one.
  void time() {
    const std::clock_t start = std::clock();
    work();
    seconds.push_back(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  double median() const {
    std::vector<double> sorted = seconds;
    std::ranges::sort(sorted);
    return sorted[sorted.size() / 2];
  }
};

void print_ratio(std::string_view name, double ratio, std::string_view target, bool is_met) {
  fmt::print("  {:<24} {:>7.2f}{} (target: {})\n", name, ratio, is_met ? ' ' : '*', target);
}

void measure(const std::string& input, int rounds) {
  const std::vector<std::string> inputs = {input};
  const std::vector<std::string> pages = load_bodies(inputs);
  std::size_t clusters = 0;
  dom::Builder builder;

  Stage read{"read", [&] {
               Visitor nothing([](std::string_view) {});
               input::read_pages(inputs, kOneThread, nothing);
             }};
  Stage read_trees{"read, trees", [&] {
                     Visitor build([&](std::string_view page) { builder.build(page); });
                     input::read_pages(inputs, kOneThread, build);
                   }};
  Stage read_parse{"read, parse", [&] {
                     Visitor build([&](std::string_view page) {
                       builder.build(page, {.all_attributes = true, .text = true});
                     });
                     input::read_pages(inputs, kOneThread, build);
                   }};
  Stage whole{"whole", [&] {
                const auto method = method::make("auto");
                const clustering::ClusterRun run = clustering::cluster_pages(
                    {.source = {.inputs = inputs, .reading = kOneThread}}, *method);
                clusters = run.numbers.size();
              }};
  Stage trees{"trees", [&] {
                for (const std::string& page : pages) builder.build(page);
              }};
  std::vector<Stage*> stages = {&read, &read_trees, &read_parse, &whole, &trees};
#ifdef PAGEKIN_HAS_GUMBO
  Stage gumbo{"gumbo", [&] {
                for (const std::string& page : pages) kGumbo.parse(page);
              }};
  stages.push_back(&gumbo);
#endif
  for (int round = 0; round < rounds; ++round) {
    for (Stage* const stage : stages) stage->time();
  }

  fmt::print("{}: {} pages, {:.1f} MB, {} clusters, median of {} rounds\n", input, pages.size(),
             static_cast<double>(total_size(pages)) / 1e6, clusters, rounds);
  for (const Stage* const stage : stages) {
    fmt::print("  {:<24} {:>7.3f} s\n", stage->name, stage->median());
  }
  const std::string at_most = fmt::format("at most {}", kMostTimesParsing);
  const double in_trees = whole.median() / trees.median();
  const double in_read_trees = whole.median() / read_trees.median();
  const double in_read_parse = whole.median() / read_parse.median();
  print_ratio("whole / (read, parse)", in_read_parse, at_most, in_read_parse <= kMostTimesParsing);
  print_ratio("whole / trees", in_trees, at_most, in_trees <= kMostTimesParsing);
  print_ratio("whole / (read, trees)", in_read_trees, at_most, in_read_trees <= kMostTimesParsing);
#ifdef PAGEKIN_HAS_GUMBO
  const double gumbo_times = gumbo.median() / whole.median();
  print_ratio("gumbo / whole", gumbo_times, "above 1", gumbo_times > 1);
#endif
}

int run(std::vector<std::string> inputs) {
  int rounds = 5;
  if (inputs.size() >= 2 && inputs[0] == "--rounds") {
    rounds = std::max(1, std::stoi(inputs[1]));
    inputs.erase(inputs.begin(), inputs.begin() + 2);
  }
  if (inputs.empty()) {
    fmt::print(stderr, "usage: bench_auto [--rounds N] FILE|DIRECTORY...\n");
    return 2;
  }
  for (const std::string& input : inputs) measure(input, rounds);
  return 0;
}

}  // namespace
}  // namespace pagekin::bench

int main(int argc, char** argv) {
  try {
    return pagekin::bench::run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_auto: {}\n", error.what());
    return 1;
  }
}
