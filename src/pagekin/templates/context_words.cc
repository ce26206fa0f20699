#include "pagekin/templates/context_words.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "pagekin/features/marks.h"
#include "pagekin/templates/groups.h"
#include "pagekin/templates/mark_table.h"
#include "pagekin/templates/recurring_marks.h"

namespace pagekin::templates {
namespace {

constexpr float kFewestPages = 4;  // a group with fewer pages does not count
// The share of the entropy that the groups must explain: of a word, and of all words of its
// place.
constexpr double kAgreement = 0.9;
constexpr double kPlaceAgreement = 0.85;

double entropy(double share) {
  if (share <= 0 || share >= 1) return 0;
  return -share * std::log2(share) - (1 - share) * std::log2(1 - share);
}

}  // namespace

ContextWords context_words(const BlockShapes& shapes, std::span<const MarkSet> marks,
                           std::span<const std::uint32_t> counts) {
  const std::vector<std::uint64_t> words = recurring_marks(marks, counts);
  MarkTable number_of;
  for (std::uint32_t i = 0; i < words.size(); ++i) number_of[words[i]] = i;
  ContextWords context{.size = words.size(),
                       .counts = std::vector<float>(shapes.size() * words.size()),
                       .bits = std::vector<float>(words.size()),
                       .places = {}};
  for (const std::uint64_t word : words) context.places.push_back(features::place_of(word));
  for (std::size_t page = 0; page < marks.size(); ++page) {
    float* const row = context.counts.data() + shapes.shape_of[page] * words.size();
    const float count = counts.empty() ? 1 : static_cast<float>(counts[page]);
    for (const std::uint64_t mark : marks[page]) {
      if (const std::uint32_t* const word = number_of.find(mark)) row[*word] += count;
    }
  }
  return context;
}

void select_reliable_words(ContextWords& context, const BlockShapes& shapes,
                           std::span<const std::uint32_t> group_of, std::size_t groups) {
  std::vector<float> pages(groups);
  std::vector<float> counts(groups * context.size);
  for (std::size_t shape = 0; shape < shapes.size(); ++shape) {
    const std::uint32_t group = group_of[shape];
    if (group == kNoGroup) continue;
    pages[group] += static_cast<float>(shapes.pages[shape]);
    for (std::size_t word = 0; word < context.size; ++word) {
      counts[group * context.size + word] += context.counts[shape * context.size + word];
    }
  }
  double all = 0;
  for (std::size_t group = 0; group < groups; ++group) {
    if (pages[group] >= kFewestPages) all += pages[group];
  }
  struct Doubt {
    double before = 0;  // entropy of which pages have the word, in bits
    double left = 0;    // what remains of it if the groups of the pages are known
    bool is_settled(double share) const { return before > 0 && left <= (1 - share) * before; }
  };
  std::vector<Doubt> doubts(context.size);
  std::map<std::uint32_t, Doubt> place_doubts;
  for (std::size_t word = 0; word < context.size; ++word) {
    double with = 0;
    Doubt& doubt = doubts[word];
    for (std::size_t group = 0; group < groups; ++group) {
      if (pages[group] < kFewestPages) continue;
      const double count = counts[group * context.size + word];
      with += count;
      doubt.left += pages[group] * entropy(count / pages[group]);
    }
    doubt.before = all * entropy(all > 0 ? with / all : 0);
    context.bits[word] = doubt.before > 0 ? static_cast<float>(-std::log2(with / all)) : 0;
    Doubt& place = place_doubts[context.places[word]];
    place.before += doubt.before;
    place.left += doubt.left;
  }
  for (std::size_t word = 0; word < context.size; ++word) {
    const bool is_reliable = doubts[word].is_settled(kAgreement) &&
                             place_doubts[context.places[word]].is_settled(kPlaceAgreement);
    if (!is_reliable) context.bits[word] = 0;
  }
}

}  // namespace pagekin::templates
