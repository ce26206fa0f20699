#include "pagekin/wrapper/profile_field.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "pagekin/core/hash.h"
#include "pagekin/wrapper/apply.h"
#include "pagekin/wrapper/value_text.h"

namespace pagekin::wrapper {

double usual_support(const FieldVotes& votes) {
  std::vector<double> supports;
  for (const Outcome& outcome : votes.outcomes) {
    if (outcome.value != 0) supports.push_back(outcome.support);
  }
  if (supports.empty()) return 0;
  std::ranges::sort(supports);
  return supports[supports.size() / 2];
}

FieldProfile profile_field(const TemplatePages& pages, const FieldVotes& votes,
                           const FieldRule& rule) {
  constexpr std::size_t most_examples = 5;
  constexpr std::size_t most_labels = 4;
  FieldProfile profile;
  profile.pages = static_cast<std::uint32_t>(pages.size());
  std::map<std::uint64_t, std::uint32_t> before;  // pages by the label of the text before
  std::string value;
  for (std::uint32_t p = 0; p < pages.size(); ++p) {
    const std::uint32_t number = votes.slots[p];
    if (number == kNone) continue;
    const PageSlots& page = pages[p];
    const Slot& slot = page.slots[number];
    const Objections objections = objections_to(rule, pages.vocabulary(), page, number);
    double confidence = 0;
    if (judge(rule, votes.outcomes[p], objections, {}, confidence) != FieldState::kFound ||
        !value_at(page, rule, range_of(page, pages.vocabulary(), rule.extent, number),
                  pages.address(p), value) ||
        is_unlike_labels(rule, value)) {
      continue;
    }
    ++profile.filled;
    profile.agreement += votes.outcomes[p].share();
    if (profile.shapes.size() < kMaxProfileShapes) profile.shapes.push_back(value_shape(value));
    if (profile.values.size() < kMaxProfileValues) {
      profile.values.push_back(hash_bytes(value));
      profile.page_values.push_back(hash_on_page(pages.address(p), profile.values.back()));
    }
    if (profile.examples.size() < most_examples &&
        std::ranges::find(profile.examples, value) == profile.examples.end()) {
      profile.examples.push_back(value.substr(0, 200));
    }
    if (slot.previous != kNone) ++before[page.slots[slot.previous].label];
  }
  if (profile.filled > 0) profile.agreement /= profile.filled;
  for (std::vector<std::uint64_t>* hashes : {&profile.values, &profile.page_values}) {
    std::ranges::sort(*hashes);
    hashes->erase(std::unique(hashes->begin(), hashes->end()), hashes->end());
  }
  std::vector<std::pair<std::uint32_t, std::uint64_t>> frequent;
  for (const auto& [label, count] : before) {
    if (2 * count >= profile.filled) frequent.emplace_back(count, label);
  }
  std::ranges::sort(frequent, std::greater<>());
  for (std::size_t i = 0; i < std::min(frequent.size(), most_labels); ++i) {
    profile.labels.push_back(frequent[i].second);
  }
  return profile;
}

}  // namespace pagekin::wrapper
