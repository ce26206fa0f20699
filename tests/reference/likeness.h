// How alike a slot is to the slots of a labelled page, by comparing it with each of them: the twin
// of References::compare() in wrapper/same_place.h.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "pagekin/wrapper/same_place.h"

namespace pagekin::reference {

// Whether a slot of the page other than `at` is the only one behind the text that the slot is
// behind.
inline bool is_behind_text_of_another(const std::vector<wrapper::Key>& slot,
                                      const std::vector<std::vector<wrapper::Key>>& page,
                                      std::size_t at) {
  for (const wrapper::Key& own : slot) {
    if (own.family != wrapper::Family::kTextBefore) continue;
    std::vector<std::size_t> same;
    for (std::size_t i = 0; i < page.size(); ++i) {
      for (const wrapper::Key& other : page[i]) {
        if (other.hash == own.hash) same.push_back(i);
      }
    }
    if (same.size() == 1 && same.front() != at) return true;
  }
  return false;
}

// The score of a slot with the keys `slot` against reference slot number `at` of a page, all of
// whose slots have the keys `page`. Keys that more than `most_sharing` slots share do not count.
// `is_labelled`: the numbers of texts count as positions if another slot is behind the same text.
inline float likeness(const std::vector<wrapper::Key>& slot,
                      const std::vector<std::vector<wrapper::Key>>& page, std::size_t at,
                      std::size_t most_sharing, bool is_labelled) {
  using wrapper::Family;
  const bool is_other = is_labelled && is_behind_text_of_another(slot, page, at);
  constexpr std::array<float, wrapper::kPlaceGroups> weights = {1, 2, 3, 0.5F, 1};
  std::array<float, wrapper::kPlaceGroups> agreed{};
  for (const wrapper::Key& own : slot) {
    wrapper::PlaceGroup group = wrapper::place_group_of(own.family);
    const bool has_number = own.family == Family::kClassesFromRoot ||
                            own.family == Family::kElement ||
                            own.family == Family::kElementAndParent || own.family == Family::kRow;
    if (is_other && has_number) group = wrapper::PlaceGroup::kPosition;
    if (group == wrapper::PlaceGroup::kEnd) continue;
    bool has_key = false;
    std::size_t sharing = 0;
    for (std::size_t i = 0; i < page.size(); ++i) {
      bool shares = false;
      for (const wrapper::Key& other : page[i]) shares = shares || other.hash == own.hash;
      sharing += shares ? 1 : 0;
      has_key = has_key || (shares && i == at);
    }
    if (!has_key || sharing > most_sharing) continue;
    float& best = agreed[static_cast<std::size_t>(group)];
    best = std::max(best, 1.0F / static_cast<float>(sharing));
  }
  float score = 0;
  for (std::size_t g = 0; g < agreed.size(); ++g) score += weights[g] * agreed[g];
  return score;
}

}  // namespace pagekin::reference
