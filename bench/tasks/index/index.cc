// Does the fingerprint index stay linear?
//
// Two made-up crawls, each at a small and at a large size, and the time a page
// takes in either:
//   mixed   groups of near-duplicates as on the web, of all lengths; 3.6 million
//           pages with 2.6 million distinct fingerprints, the size of the paper's
//           largest experiment
//   prefix  a million distinct fingerprints that all begin with the same 17 entries
// Small and large runs alternate, so that both meet the same machine; a small run
// is repeated on fresh indexes until it has added as many pages as a large one.
// Printed: processor time and bytes a page in the best round of either, and the ratio
// of the times, of which the goal is 1.3 or less. The argument is the number of rounds.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <vector>

#include "pagekin/core/random.h"
#include "pagekin/sketch/fingerprint_index.h"

namespace {

using namespace pagekin;  // NOLINT: a program of one file
using sketch::Fingerprint;
using sketch::FingerprintIndex;

constexpr std::size_t kLength = 25;
constexpr std::size_t kSmall = 10'000;

// Fingerprints side by side in one array.
class Pages {
 public:
  void add(const std::vector<std::uint8_t>& entries) {
    bytes_.insert(bytes_.end(), entries.begin(), entries.end());
    ends_.push_back(bytes_.size());
  }
  std::size_t size() const { return ends_.size(); }
  Fingerprint operator[](std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    return {bytes_.data() + begin, ends_[i] - begin};
  }

 private:
  std::vector<std::uint8_t> bytes_;
  std::vector<std::size_t> ends_;
};

std::uint8_t random_entry(Random& random, std::size_t position) {
  return static_cast<std::uint8_t>(random.below(static_cast<std::uint32_t>(position) + 1));
}

std::vector<std::uint8_t> random_fingerprint(Random& random, std::size_t size) {
  std::vector<std::uint8_t> entries(size);
  for (std::size_t i = 0; i < size; ++i) entries[i] = random_entry(random, i);
  return entries;
}

// One entry changed, inserted or left out.
void edit(std::vector<std::uint8_t>& entries, Random& random) {
  const std::size_t at = random.below(static_cast<std::uint32_t>(entries.size()));
  const auto place = entries.begin() + static_cast<std::ptrdiff_t>(at);
  switch (random.below(5)) {
    case 0:
      entries.erase(place);
      break;
    case 1:
      entries.insert(place, random_entry(random, at));
      if (entries.size() > kLength) entries.pop_back();
      break;
    default:
      entries[at] = random_entry(random, at);
  }
}

// Every group has four pages on average; close to half of the pages are its plain
// template, the others differ from it by one edit. One group in ten is of short pages.
Pages mixed(std::size_t count, std::uint64_t seed) {
  Pages pages;
  Random random(seed);
  const Random groups = random.fork(0);
  for (std::size_t i = 0; i < count; ++i) {
    Random group = groups.fork(random.below(static_cast<std::uint32_t>(count / 4)));
    const std::size_t size = group.chance(0.1) ? 4 + group.below(kLength - 4) : kLength;
    std::vector<std::uint8_t> entries = random_fingerprint(group, size);
    if (random.chance(0.58)) edit(entries, random);
    pages.add(entries);
  }
  return pages;
}

Pages prefix(std::size_t count, std::uint64_t seed) {
  Pages pages;
  Random random(seed);
  Random start(seed);
  const std::vector<std::uint8_t> first = random_fingerprint(start, 17);
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<std::uint8_t> entries = random_fingerprint(random, kLength);
    std::copy(first.begin(), first.end(), entries.begin());
    pages.add(entries);
  }
  return pages;
}

struct Run {
  double nanoseconds = 0;  // per page
  double bytes = 0;        // per page
  std::size_t nodes = 0;
  std::size_t clusters = 0;
};

Run run(const Pages& pages) {
  const std::clock_t start = std::clock();
  FingerprintIndex index({});
  std::vector<FingerprintIndex::Node> nodes;
  std::vector<Fingerprint> batch;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    batch.push_back(pages[i]);
    if (batch.size() == 1024 || i + 1 == pages.size()) {
      index.add_batch(batch, nodes);
      batch.clear();
    }
  }
  std::size_t clusters = 0;
  for (FingerprintIndex::Node node = 0; node < index.node_count(); ++node) {
    clusters += index.cluster(node) == node;
  }
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  const auto count = static_cast<double>(pages.size());
  return {seconds * 1e9 / count, static_cast<double>(index.memory_bytes()) / count,
          index.node_count(), clusters};
}

void compare(const char* name, const std::function<Pages(std::size_t, std::uint64_t)>& make,
             std::size_t large_count, int rounds) {
  const Pages large = make(large_count, 1);
  std::vector<Pages> small;
  while (small.size() * kSmall < large_count) small.push_back(make(kSmall, 1000 + small.size()));

  Run best_small{.nanoseconds = 1e9};
  Run best_large{.nanoseconds = 1e9};
  for (int round = 0; round < rounds; ++round) {
    Run all_small;
    for (const Pages& pages : small) {
      const Run one = run(pages);
      all_small.nanoseconds += one.nanoseconds / static_cast<double>(small.size());
      all_small.bytes += one.bytes / static_cast<double>(small.size());
      all_small.nodes = one.nodes;
      all_small.clusters = one.clusters;
    }
    const auto faster = [](const Run& a, const Run& b) { return a.nanoseconds < b.nanoseconds; };
    best_small = std::min(best_small, all_small, faster);
    best_large = std::min(best_large, run(large), faster);
  }
  const auto print = [&](std::size_t pages, const Run& one) {
    std::printf(
        "%-6s %8zu pages, %8zu distinct, %8zu clusters: %6.1f ns and %5.1f bytes a page, "
        "%5.1f bytes a distinct one\n",
        name, pages, one.nodes, one.clusters, one.nanoseconds, one.bytes,
        one.bytes * static_cast<double>(pages) / static_cast<double>(one.nodes));
  };
  print(kSmall, best_small);
  print(large_count, best_large);
  std::printf("%-6s time ratio %.2f\n", name, best_large.nanoseconds / best_small.nanoseconds);
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 5;
  compare("mixed", mixed, 3'600'000, rounds);
  compare("prefix", prefix, 1'000'000, rounds);
}
