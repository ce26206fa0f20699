#include "pagekin/sketch/split_entropy.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace pagekin::sketch {
namespace {

// Returns the sum of c log2 c over the runs of `order` whose neighbours are `together`.
template <class Together>
double run_sum(std::size_t count, Together together) {
  double sum = 0;
  for (std::size_t begin = 0, end = 0; begin < count; begin = end) {
    end = begin + 1;
    while (end < count && together(end - 1, end)) ++end;
    const auto c = static_cast<double>(end - begin);
    sum += c * std::log2(c);
  }
  return sum;
}

// The fingerprints sorted so that those with a common first (or last) part are adjacent,
// for any split; and how many entries neighbours have in common.
struct Sorted {
  std::vector<Fingerprint> order;
  std::vector<std::size_t> common;  // by element: entries shared with the one before
};

Sorted sorted_by_beginning(std::span<const Fingerprint> fingerprints) {
  Sorted sorted{{fingerprints.begin(), fingerprints.end()}, {}};
  std::ranges::sort(sorted.order, [](Fingerprint a, Fingerprint b) {
    return std::ranges::lexicographical_compare(a, b);
  });
  for (std::size_t i = 0; i < sorted.order.size(); ++i) {
    const Fingerprint before = i == 0 ? Fingerprint{} : sorted.order[i - 1];
    const auto differ = std::ranges::mismatch(before, sorted.order[i]);
    sorted.common.push_back(static_cast<std::size_t>(differ.in1 - before.begin()));
  }
  return sorted;
}

// Last parts after a split are equal only if the fingerprints have the same length.
Sorted sorted_by_end(std::span<const Fingerprint> fingerprints) {
  Sorted sorted{{fingerprints.begin(), fingerprints.end()}, {}};
  std::ranges::sort(sorted.order, [](Fingerprint a, Fingerprint b) {
    if (a.size() != b.size()) return a.size() < b.size();
    return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
  });
  for (std::size_t i = 0; i < sorted.order.size(); ++i) {
    const Fingerprint before = i == 0 ? Fingerprint{} : sorted.order[i - 1];
    const Fingerprint self = sorted.order[i];
    const auto differ = std::mismatch(before.rbegin(), before.rend(), self.rbegin(), self.rend());
    sorted.common.push_back(static_cast<std::size_t>(differ.first - before.rbegin()));
  }
  return sorted;
}

}  // namespace

std::vector<SplitEntropy> split_entropies(std::span<const Fingerprint> fingerprints, int length) {
  std::vector<SplitEntropy> entropies(static_cast<std::size_t>(std::max(0, length - 1)));
  const std::size_t n = fingerprints.size();
  if (n == 0) return entropies;

  const Sorted beginnings = sorted_by_beginning(fingerprints);
  const Sorted ends = sorted_by_end(fingerprints);
  // - sum (c / n) log2 (c / n) = log2 n - (sum c log2 c) / n
  const auto entropy = [&](double sum) {
    const auto count = static_cast<double>(n);
    return std::max(0.0, std::log2(count) - sum / count);
  };
  for (std::size_t i = 0; i < entropies.size(); ++i) {
    const std::size_t cut = i + 1;
    entropies[i].first = entropy(run_sum(n, [&](std::size_t a, std::size_t b) {
      const std::size_t size_a = std::min(cut, beginnings.order[a].size());
      const std::size_t size_b = std::min(cut, beginnings.order[b].size());
      return size_a == size_b && beginnings.common[b] >= size_a;
    }));
    entropies[i].last = entropy(run_sum(n, [&](std::size_t a, std::size_t b) {
      const std::size_t size_a = ends.order[a].size() - std::min(cut, ends.order[a].size());
      const std::size_t size_b = ends.order[b].size() - std::min(cut, ends.order[b].size());
      return size_a == size_b && ends.common[b] >= size_a;
    }));
  }
  return entropies;
}

int break_even_split(std::span<const SplitEntropy> entropies) {
  const auto found = std::ranges::find_if(
      entropies, [](const SplitEntropy& entropy) { return entropy.first >= entropy.last; });
  const auto index = static_cast<int>(found - entropies.begin());
  return std::clamp(index + 1, 1, std::max(1, static_cast<int>(entropies.size())));
}

}  // namespace pagekin::sketch
