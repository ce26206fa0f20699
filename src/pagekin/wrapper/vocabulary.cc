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

void VocabularyCounter::add(const PageSlots& page) {
  ++pages_;
  for (std::size_t i = 0; i < page.text_count; ++i) {
    const Slot& slot = page.slots[i];
    count(values_, slot.hash);
    if (slot.size <= kMaxLabelBytes) count(labels_, slot.label);
  }
  for (const Element& element : page.elements) {
    if (element.id != 0) count(names_, element.id);
  }
  for (const std::uint64_t token : page.tokens) count(names_, token);
}

Vocabulary VocabularyCounter::finish(const VocabularyShares& shares) const {
  const auto frequent = [&](const Counts& counts, double share) {
    const double needed = std::max(2.0, share * pages_);
    std::vector<std::uint64_t> found;
    for (const auto& [hash, one] : counts) {
      if (one.pages >= needed && hash != 0) found.push_back(hash);
    }
    return HashSet(std::move(found));
  };
  return {frequent(labels_, shares.label), frequent(names_, shares.stable)};
}

}  // namespace pagekin::wrapper
