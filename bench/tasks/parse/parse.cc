// How fast pages become trees, beside the parsers that packages offer, on one core.
//
//   bench_parse [--ours] [--rounds N] INPUT...     (WARC files, directories, pages)
//
// All pages are loaded first, with their bodies decoded. Then every parser has its turn
// in each round; a page's tree is thrown away before the next page. Printed is the
// median round in processor time: MB/s (10^6 bytes), the speed in parts of ours, the
// elements of all trees, which tells how far the parsers agree, and the longest that a
// single page took. --ours leaves the rivals out, for pages that they cannot bear.
#include <algorithm>
#include <ctime>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "bodies.h"
#include "parse/parsers.h"

namespace pagekin::bench {
namespace {

struct Contestant {
  const Parser* parser;
  std::size_t elements = 0;
  double slowest = 0;  // seconds of one page
  std::vector<double> seconds;

  double median() {
    std::ranges::sort(seconds);
    return seconds[seconds.size() / 2];
  }
};

std::vector<Contestant> contestants(bool with_rivals) {
  std::vector<Contestant> all = {
      {&kPagekin}, {&kPagekinTags}, {&kPagekinText}, {&kEveryFeature}, {&kScanner}};
  if (!with_rivals) return all;
#ifdef PAGEKIN_HAS_LEXBOR
  all.push_back({&kLexbor});
#endif
#ifdef PAGEKIN_HAS_LIBXML2
  all.push_back({&kLibxml2});
#endif
#ifdef PAGEKIN_HAS_GUMBO
  all.push_back({&kGumbo});
#endif
  return all;
}

// Processor time, not time on the wall: other programs may run beside this one.
double time_all(const Parser& parser, const std::vector<std::string>& pages) {
  const std::clock_t start = std::clock();
  for (const std::string& page : pages) parser.parse(page);
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

// One round that nobody times as a whole: counts, and the slowest page.
void look_at_each(Contestant& one, const std::vector<std::string>& pages) {
  for (const std::string& page : pages) {
    const std::clock_t start = std::clock();
    one.elements += one.parser->count_elements(page);
    one.slowest = std::max(one.slowest, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
}

int run(std::vector<std::string> inputs) {
  int rounds = 5;
  const bool ours_only = !inputs.empty() && inputs[0] == "--ours";
  if (ours_only) inputs.erase(inputs.begin());
  if (inputs.size() >= 2 && inputs[0] == "--rounds") {
    rounds = std::max(1, std::stoi(inputs[1]));
    inputs.erase(inputs.begin(), inputs.begin() + 2);
  }
  if (inputs.empty()) {
    fmt::print(stderr, "usage: bench_parse [--ours] [--rounds N] FILE|DIRECTORY...\n");
    return 2;
  }

  const std::vector<std::string> pages = load_bodies(inputs);
  const std::size_t bytes = total_size(pages);

  std::vector<Contestant> all = contestants(!ours_only);
  for (Contestant& one : all) look_at_each(one, pages);
  for (int round = 0; round < rounds; ++round) {
    for (Contestant& one : all) one.seconds.push_back(time_all(*one.parser, pages));
  }

  fmt::print("{} pages, {:.1f} MB, median of {} rounds\n", pages.size(),
             static_cast<double>(bytes) / 1e6, rounds);
  fmt::print("{:<26} {:>9} {:>10} {:>12} {:>11} {:>13}\n", "parser", "MB/s", "pages/s", "elements",
             "ours is", "slowest page");
  const double ours = all.front().median();
  for (Contestant& one : all) {
    const double seconds = one.median();
    fmt::print("{:<26} {:>9.1f} {:>10.0f} {:>12} {:>10.2f}x {:>11.4f} s\n", one.parser->name,
               static_cast<double>(bytes) / seconds / 1e6,
               static_cast<double>(pages.size()) / seconds, one.elements, seconds / ours,
               one.slowest);
  }
  return 0;
}

}  // namespace
}  // namespace pagekin::bench

int main(int argc, char** argv) {
  try {
    return pagekin::bench::run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_parse: {}\n", error.what());
    return 1;
  }
}
