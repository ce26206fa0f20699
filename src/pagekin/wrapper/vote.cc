#include "pagekin/wrapper/vote.h"

#include <algorithm>
#include <array>

namespace pagekin::wrapper {

Outcome count_votes(std::span<const Vote> votes) {
  struct Sum {
    std::uint64_t value;
    double sum;
    std::array<float, kFamilies> best;
  };
  thread_local std::vector<Sum> sums;
  sums.clear();
  std::array<float, kFamilies> silent{};
  for (const Vote& vote : votes) {
    const auto family = static_cast<std::size_t>(vote.family);
    if (vote.value == 0) {
      silent[family] = std::max(silent[family], vote.silence);
      continue;
    }
    auto found = std::ranges::find(sums, vote.value, &Sum::value);
    if (found == sums.end()) {
      sums.push_back({vote.value, 0, {}});
      found = sums.end() - 1;
    }
    float& best = found->best[family];
    if (vote.weight <= best) continue;
    found->sum += static_cast<double>(vote.weight) - static_cast<double>(best);
    best = vote.weight;
  }
  Outcome outcome;
  const Sum* winner = nullptr;
  for (const Sum& one : sums) {
    outcome.total += one.sum;
    if (winner == nullptr || one.sum > outcome.support) {
      winner = &one;
      outcome.support = one.sum;
    }
  }
  if (winner != nullptr) outcome.value = winner->value;
  for (std::size_t family = 0; family < kFamilies; ++family) {
    const float heard = winner == nullptr ? 0 : winner->best[family];
    outcome.absent += static_cast<double>(std::max(0.0F, silent[family] - heard));
  }
  return outcome;
}

}  // namespace pagekin::wrapper
