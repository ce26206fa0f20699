// How fast pages are scanned for tags, on one core.
//
//   bench_scan [--rounds N] INPUT...     (WARC files, directories, pages)
//
// All pages are loaded first. Then every way of reading them has its turn in each
// round, and its best round counts:
//
//   memchr      only looks for '<': no scanner can be faster by much
//   tags        Scanner, attributes skipped
//   attributes  Scanner, attributes collected
//
// Prints GB/s (10^9 bytes), the share of memchr's speed, and the tags seen, which
// must be the same for both ways of scanning.
#include <algorithm>
#include <cstring>
#include <ctime>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "pagekin/html/scanner.h"

#include "bodies.h"

namespace {

// Each of these returns a count, so that no work can be left out.
std::size_t count_less_than(std::string_view page) {
  std::size_t count = 0;
  const char* at = page.data();
  const char* end = at + page.size();
  while (at != end) {
    at = static_cast<const char*>(std::memchr(at, '<', static_cast<std::size_t>(end - at)));
    if (at == nullptr) break;
    ++at;
    ++count;
  }
  return count;
}

std::size_t count_tags(std::string_view page) {
  std::size_t count = 0;
  pagekin::html::Scanner scanner(page);
  while (scanner.next() != nullptr) ++count;
  return count;
}

std::size_t count_tags_with_attributes(std::string_view page) {
  std::size_t count = 0;
  pagekin::html::Scanner scanner(page, {.attributes = true});
  while (scanner.next() != nullptr) ++count;
  return count;
}

struct Way {
  std::string_view name;
  std::size_t (*count)(std::string_view);
  std::size_t counted = 0;
  double best_seconds = 1e9;
};

// Processor time, not time on the wall: other programs may run beside this one.
void run(Way& way, const std::vector<std::string>& pages) {
  const std::clock_t start = std::clock();
  way.counted = 0;
  for (const std::string& page : pages) way.counted += way.count(page);
  const auto took = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  way.best_seconds = std::min(way.best_seconds, took);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> inputs(argv + 1, argv + argc);
  int rounds = 7;
  if (inputs.size() >= 2 && inputs[0] == "--rounds") {
    rounds = std::stoi(inputs[1]);
    inputs.erase(inputs.begin(), inputs.begin() + 2);
  }
  if (inputs.empty()) {
    fmt::print(stderr, "usage: bench_scan [--rounds N] FILE|DIRECTORY...\n");
    return 2;
  }

  const std::vector<std::string> pages = pagekin::bench::load_bodies(inputs);
  const std::size_t bytes = pagekin::bench::total_size(pages);

  std::vector<Way> ways = {{"memchr", count_less_than},
                           {"tags", count_tags},
                           {"attributes", count_tags_with_attributes}};
  for (int round = 0; round < rounds; ++round) {
    for (Way& way : ways) run(way, pages);
  }

  fmt::print("{} pages, {:.1f} MB, best of {}\n", pages.size(), static_cast<double>(bytes) / 1e6,
             rounds);
  const double limit = ways[0].best_seconds;
  for (const Way& way : ways) {
    fmt::print("{:<12}{:7.2f} GB/s  {:5.1f} % of memchr  {} found\n", way.name,
               static_cast<double>(bytes) / 1e9 / way.best_seconds, 100 * limit / way.best_seconds,
               way.counted);
  }
  if (ways[1].counted != ways[2].counted) {
    fmt::print(stderr, "the two ways of scanning disagree\n");
    return 1;
  }
  return 0;
}
