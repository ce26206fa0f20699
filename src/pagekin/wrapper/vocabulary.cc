#include "pagekin/wrapper/vocabulary.h"

#include <algorithm>
#include <utility>

#include "pagekin/core/sorted.h"

namespace pagekin::wrapper {

HashSet::HashSet(std::vector<std::uint64_t> hashes) : sorted_(std::move(hashes)) {
  sort_unique(sorted_);
  for (std::uint32_t i = 0; i < sorted_.size(); ++i) {
    numbers_.find_or_add(sorted_[i], i, [&](std::uint32_t number) { return sorted_[number]; });
  }
}

std::vector<std::uint64_t> VocabularyCounter::Counts::at_least(double pages) const {
  std::vector<std::uint64_t> found;
  for (const Entry& entry : entries_) {
    if (entry.count.pages() >= pages && entry.hash != 0) found.push_back(entry.hash);
  }
  return found;
}

void VocabularyCounter::add(const PageSlots& page) {
  ++pages_;
  for (std::size_t i = 0; i < page.text_count; ++i) {
    const Slot& slot = page.slots[i];
    values_.add(slot.hash, pages_);
    if (slot.size <= kMaxLabelBytes) labels_.add(slot.label, pages_);
  }
  for (const Element& element : page.elements) {
    if (element.id != 0) names_.add(element.id, pages_);
  }
  for (const std::uint64_t token : page.tokens) names_.add(token, pages_);
}

Vocabulary VocabularyCounter::finish(const VocabularyShares& shares) const {
  const auto needed = [&](double share) { return std::max(2.0, share * pages_); };
  return {HashSet(labels_.at_least(needed(shares.label))),
          HashSet(names_.at_least(needed(shares.stable)))};
}

}  // namespace pagekin::wrapper
