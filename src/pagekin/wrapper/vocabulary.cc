#include "pagekin/wrapper/vocabulary.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace pagekin::wrapper {

HashSet::HashSet(std::vector<std::uint64_t> hashes) : sorted_(std::move(hashes)) {
  std::ranges::sort(sorted_);
  sorted_.erase(std::unique(sorted_.begin(), sorted_.end()), sorted_.end());
  const unsigned bits = static_cast<unsigned>(std::bit_width(2 * sorted_.size() + 1));
  slots_.assign(std::size_t{1} << bits, 0);
  shift_ = 64 - bits;
  for (const std::uint64_t hash : sorted_) {
    std::size_t at = mix_place(hash);
    while (slots_[at] != 0) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = hash;
  }
}

void VocabularyCounter::Counts::grow() {
  std::vector<Entry> before(std::max<std::size_t>(1024, 2 * entries_.size()));
  before.swap(entries_);
  for (const Entry& entry : before) {
    if (entry.pages != 0) find(entry.hash) = entry;
  }
}

std::vector<std::uint64_t> VocabularyCounter::Counts::at_least(double pages) const {
  std::vector<std::uint64_t> found;
  for (const Entry& entry : entries_) {
    if (entry.pages != 0 && entry.pages >= pages && entry.hash != 0) found.push_back(entry.hash);
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
