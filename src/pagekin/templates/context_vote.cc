#include "pagekin/templates/context_vote.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include "pagekin/templates/groups.h"

namespace pagekin::templates {
namespace {

constexpr double kAgrees = 0.5;  // least agreement with the contents
constexpr float kMost = 0.5F;    // a word is one of the group's if at least this share has it

double pairs(double pages) { return pages * (pages - 1) / 2; }

}  // namespace

double agreement_of(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b,
                    std::span<const double> pages) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> both;
  std::map<std::uint32_t, double> in_a;
  std::map<std::uint32_t, double> in_b;
  double all = 0;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    both[{a[i], b[i]}] += pages[i];
    in_a[a[i]] += pages[i];
    in_b[b[i]] += pages[i];
    all += pages[i];
  }
  const auto sum = [](const auto& parts) {
    double total = 0;
    for (const auto& [part, count] : parts) total += pairs(count);
    return total;
  };
  const double expected = sum(in_a) * sum(in_b) / std::max(1.0, pairs(all));
  const double most = (sum(in_a) + sum(in_b)) / 2;
  return most == expected ? 1 : (sum(both) - expected) / (most - expected);
}

std::optional<std::vector<std::uint32_t>> context_vote(const ContextWords& context,
                                                       const BlockShapes& shapes,
                                                       std::span<const std::uint32_t> group_of,
                                                       std::span<const std::uint32_t> contents) {
  std::vector<double> pages(contents.size());
  std::vector<float> counts(contents.size() * context.size);  // by group and word
  for (std::size_t shape = 0; shape < shapes.size(); ++shape) {
    const std::uint32_t group = group_of[shape];
    if (group == kNoGroup) continue;
    pages[group] += shapes.pages[shape];
    for (std::size_t word = 0; word < context.size; ++word) {
      counts[group * context.size + word] += context.counts[shape * context.size + word];
    }
  }
  std::map<std::uint32_t, std::vector<std::size_t>> words_at;  // by place
  for (std::size_t word = 0; word < context.size; ++word) {
    words_at[context.places[word]].push_back(word);
  }
  std::optional<std::vector<std::uint32_t>> best;
  double best_agreement = kAgrees;
  for (const auto& [place, words] : words_at) {
    std::map<std::vector<std::size_t>, std::uint32_t> numbers;  // of the parts, by their words
    std::vector<std::uint32_t> parts;
    for (std::size_t group = 0; group < contents.size(); ++group) {
      std::vector<std::size_t> own;
      for (const std::size_t word : words) {
        const float count = counts[group * context.size + word];
        if (count > 0 && count >= kMost * static_cast<float>(pages[group])) own.push_back(word);
      }
      parts.push_back(
          numbers.try_emplace(std::move(own), static_cast<std::uint32_t>(numbers.size()))
              .first->second);
    }
    if (numbers.size() < 2) continue;  // it distinguishes nothing
    const double agreement = agreement_of(parts, contents, pages);
    if (agreement < best_agreement || (best && agreement == best_agreement)) continue;
    best_agreement = agreement;
    best = std::move(parts);
  }
  return best;
}

}  // namespace pagekin::templates
