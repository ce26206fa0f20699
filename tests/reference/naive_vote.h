// The vote of selectors (wrapper/vote.h), straight from its definition.
#pragma once

#include <algorithm>
#include <map>
#include <span>
#include <vector>

#include "pagekin/wrapper/vote.h"

namespace pagekin::reference {

inline wrapper::Outcome naive_vote(std::span<const wrapper::Vote> votes) {
  std::map<std::pair<std::uint64_t, wrapper::Family>, double> best;
  std::vector<std::uint64_t> values;  // in the order of their first votes
  for (const wrapper::Vote& vote : votes) {
    if (vote.value == 0) continue;
    if (std::ranges::find(values, vote.value) == values.end()) values.push_back(vote.value);
    double& weight = best[{vote.value, vote.family}];
    weight = std::max(weight, static_cast<double>(vote.weight));
  }
  wrapper::Outcome outcome;
  for (const std::uint64_t value : values) {
    double sum = 0;
    for (const auto& [key, weight] : best) sum += key.first == value ? weight : 0;
    outcome.total += sum;
    if (outcome.value == 0 || sum > outcome.support + 1e-12) {
      outcome.value = value;
      outcome.support = sum;
    }
  }
  for (std::size_t family = 0; family < wrapper::kFamilies; ++family) {
    double silent = 0;
    double heard = 0;
    for (const wrapper::Vote& vote : votes) {
      if (static_cast<std::size_t>(vote.family) != family) continue;
      if (vote.value == 0) silent = std::max(silent, static_cast<double>(vote.silence));
      if (vote.value != 0 && vote.value == outcome.value) {
        heard = std::max(heard, static_cast<double>(vote.weight));
      }
    }
    outcome.absent += std::max(0.0, silent - heard);
  }
  return outcome;
}

}  // namespace pagekin::reference
