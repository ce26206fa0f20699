#include "pagekin/wrapper/key_matches.h"

#include <algorithm>
#include <unordered_set>

#include "pagekin/core/stop.h"

namespace pagekin::wrapper {

KeyMatches::KeyMatches(const TemplatePages& pages, std::span<const PlacedField> fields,
                       const FamilySet& families)
    : families_(families) {
  collect_keys(pages, fields);
  find_matches(pages);
}

void KeyMatches::collect_keys(const TemplatePages& pages, std::span<const PlacedField> fields) {
  std::map<std::uint32_t, std::unordered_set<std::uint32_t>> wanted;  // slots by page
  for (const PlacedField& field : fields) {
    for (const PlacedField::Placed& placed : field.placed) {
      wanted[placed.page].insert(placed.slots.begin(), placed.slots.end());
    }
    has_attributes_ |= field.in_attribute;
  }
  for (const auto& [page, slots] : wanted) {
    maker_.prepare(pages[page], pages.vocabulary(), families_);
    for (const std::uint32_t slot : slots) {
      std::vector<Key>& keys = keys_of_[{page, slot}];
      maker_.keys_of(slot, [&](Family family, std::uint64_t hash) {
        keys.push_back({family, hash});
      });
    }
  }
  // In the order of pages and slots, whatever the order of the set.
  for (const auto& [place, keys] : keys_of_) {
    for (const Key& key : keys) table_.add(key.hash);
  }
}

void KeyMatches::find_matches(const TemplatePages& pages) {
  matches_.resize(table_.size());
  for (std::uint32_t p = 0; p < pages.size(); ++p) {
    check_stop();
    const PageSlots& page = pages[p];
    maker_.prepare(page, pages.vocabulary(), families_);
    const auto count =
        static_cast<std::uint32_t>(has_attributes_ ? page.slots.size() : page.text_count);
    for (std::uint32_t slot = 0; slot < count; ++slot) {
      maker_.keys_of(slot, [&](Family, std::uint64_t hash) {
        if (table_.may_have(hash)) note(hash, {p, slot});
      });
    }
  }
}

void KeyMatches::note(std::uint64_t key, const Match& match) {
  const std::uint32_t number = table_.find(key);
  if (number == KeyTable::not_found) return;
  std::vector<Match>& matches = matches_[number];
  if (matches.empty() || matches.back() != match) matches.push_back(match);
}

std::span<const Match> KeyMatches::with(std::uint32_t key, std::uint32_t page) const {
  const std::vector<Match>& all = matches_[key];
  // clang 14 cannot compile the equal_range of libstdc++ 12.
  return {std::ranges::lower_bound(all, page, {}, &Match::page),
          std::ranges::upper_bound(all, page, {}, &Match::page)};
}

}  // namespace pagekin::wrapper
