#include "pagekin/templates/addresses.h"

#include <algorithm>
#include <cmath>

#include "pagekin/templates/groups.h"
#include "pagekin/templates/mark_table.h"
#include "pagekin/templates/recurring_marks.h"

namespace pagekin::templates {
namespace {

constexpr float kFewestPages = 4;   // of a group that can bear witness
constexpr double kAgreement = 0.9;  // share of a word's entropy that the groups explain

double entropy(double share) {
  if (share <= 0 || share >= 1) return 0;
  return -share * std::log2(share) - (1 - share) * std::log2(1 - share);
}

}  // namespace

Addresses addresses_of(const Shapes& shapes, std::span<const MarkSet> marks,
                       std::span<const std::uint32_t> counts) {
  const std::vector<std::uint64_t> words = recurring_marks(marks, counts);
  MarkTable number_of;
  for (std::uint32_t i = 0; i < words.size(); ++i) number_of[words[i]] = i;
  Addresses addresses{.words = words.size(),
                      .counts = std::vector<float>(shapes.size() * words.size()),
                      .bits = std::vector<float>(words.size())};
  for (std::size_t page = 0; page < marks.size(); ++page) {
    float* const row = addresses.counts.data() + shapes.shape_of[page] * words.size();
    const float count = counts.empty() ? 1 : static_cast<float>(counts[page]);
    for (const std::uint64_t mark : marks[page]) {
      if (const std::uint32_t* const word = number_of.find(mark)) row[*word] += count;
    }
  }
  return addresses;
}

void believe(Addresses& addresses, const Shapes& shapes, std::span<const std::uint32_t> group_of,
             std::size_t groups) {
  std::vector<float> pages(groups);
  std::vector<float> counts(groups * addresses.words);
  for (std::size_t shape = 0; shape < shapes.size(); ++shape) {
    const std::uint32_t group = group_of[shape];
    if (group == kNoGroup) continue;
    pages[group] += static_cast<float>(shapes.pages[shape]);
    for (std::size_t word = 0; word < addresses.words; ++word) {
      counts[group * addresses.words + word] += addresses.counts[shape * addresses.words + word];
    }
  }
  double all = 0;
  for (std::size_t group = 0; group < groups; ++group) {
    if (pages[group] >= kFewestPages) all += pages[group];
  }
  for (std::size_t word = 0; word < addresses.words; ++word) {
    double with = 0;
    double unexplained = 0;
    for (std::size_t group = 0; group < groups; ++group) {
      if (pages[group] < kFewestPages) continue;
      const double count = counts[group * addresses.words + word];
      with += count;
      unexplained += pages[group] * entropy(count / pages[group]);
    }
    const double doubt = all * entropy(all > 0 ? with / all : 0);
    const bool is_believed = doubt > 0 && unexplained <= (1 - kAgreement) * doubt;
    addresses.bits[word] = is_believed ? static_cast<float>(-std::log2(with / all)) : 0;
  }
}

}  // namespace pagekin::templates
