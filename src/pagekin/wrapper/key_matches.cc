#include "pagekin/wrapper/key_matches.h"

#include <algorithm>
#include <set>
#include <unordered_set>

#include "pagekin/core/sorted.h"
#include "pagekin/core/stop.h"

namespace pagekin::wrapper {

KeyMatches::KeyMatches(const TemplatePages& pages, std::span<const PlacedField> fields,
                       const FamilySet& families)
    : families_(families) {
  collect_keys(pages, fields);
  collect_references(pages, fields);
  find_matches(pages);
}

void KeyMatches::collect_references(const TemplatePages& pages,
                                    std::span<const PlacedField> fields) {
  std::set<std::uint32_t> labelled;
  for (const PlacedField& field : fields) {
    for (const PlacedField::Placed& placed : field.placed) labelled.insert(placed.page);
    labelled.insert(field.absent.begin(), field.absent.end());
  }
  for (const std::uint32_t page : labelled) {
    if (reference_pages_.size() == kMaxReferencePages) break;
    maker_.prepare(pages[page], pages.vocabulary(), all_families());
    references_.add_page(static_cast<std::uint32_t>(reference_pages_.size()), maker_,
                         slot_count(pages[page]));
    reference_pages_.push_back(page);
  }
  references_.finish();
}

std::uint32_t KeyMatches::slot_count(const PageSlots& page) const {
  return static_cast<std::uint32_t>(has_attributes_ ? page.slots.size() : page.text_count);
}

FieldReferences KeyMatches::references_of(const PlacedField& field) const {
  FieldReferences known;
  for (std::uint32_t r = 0; r < reference_pages_.size(); ++r) {
    const std::uint32_t page = reference_pages_[r];
    if (std::ranges::find(field.absent, page) != field.absent.end()) known.pages |= 1U << r;
    const auto placed = std::ranges::find(field.placed, page, &PlacedField::Placed::page);
    if (placed == field.placed.end()) continue;
    known.pages |= 1U << r;
    for (const SlotRange& range : placed->ranges) {
      for (std::uint32_t slot = range.first; slot <= range.last && slot < kMaxReferenceSlot;
           ++slot) {
        known.own.push_back(reference_number(r, slot));
      }
    }
  }
  sort_unique(known.own);
  return known;
}

bool KeyMatches::is_elsewhere(const Match& match, const FieldReferences& field) const {
  const std::vector<Compared>& slots = compared_[match.page];
  const auto compared = std::ranges::lower_bound(slots, match.slot, {}, &Compared::slot);
  if (compared == slots.end() || compared->slot != match.slot) return false;
  return wrapper::is_elsewhere(std::span(likenesses_).subspan(compared->first, compared->count),
                               field);
}

std::vector<ReferenceKey> KeyMatches::reference_keys() const {
  std::vector<std::uint32_t> slots;
  for (const Likeness& one : likenesses_) slots.push_back(one.reference);
  sort_unique(slots);
  return references_.keys_of(slots);
}

void KeyMatches::collect_keys(const TemplatePages& pages, std::span<const PlacedField> fields) {
  std::map<std::uint32_t, std::unordered_set<std::uint32_t>> wanted;  // slots by page
  for (const PlacedField& field : fields) {
    for (const PlacedField::Placed& placed : field.placed) {
      std::unordered_set<std::uint32_t>& slots = wanted[placed.page];
      for (const SlotRange& range : placed.ranges) {
        // A value of many texts is found by its first and its last.
        for (std::uint32_t slot = range.first; slot <= range.last; ++slot) {
          if (slot < range.first + kFirstTexts || slot == range.last) slots.insert(slot);
        }
      }
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
  compared_.resize(pages.size());
  std::vector<Key> keys;
  std::vector<Likeness> likenesses;
  for (std::uint32_t p = 0; p < pages.size(); ++p) {
    check_stop();
    const PageSlots& page = pages[p];
    maker_.prepare(page, pages.vocabulary(), families_);
    const bool is_reference = std::ranges::find(reference_pages_, p) != reference_pages_.end();
    for (std::uint32_t slot = 0; slot < slot_count(page); ++slot) {
      keys.clear();
      bool has_match = false;
      maker_.keys_of(slot, [&](Family family, std::uint64_t hash) {
        keys.push_back({family, hash});
        if (table_.may_have(hash)) has_match |= note(hash, {p, slot});
      });
      if (!has_match || is_reference) continue;
      references_.compare(keys, maker_.is_labelled_in_run(slot), likenesses);
      compared_[p].push_back({slot, static_cast<std::uint32_t>(likenesses_.size()),
                              static_cast<std::uint32_t>(likenesses.size())});
      likenesses_.insert(likenesses_.end(), likenesses.begin(), likenesses.end());
    }
  }
}

bool KeyMatches::note(std::uint64_t key, const Match& match) {
  const std::uint32_t number = table_.find(key);
  if (number == KeyTable::not_found) return false;
  std::vector<Match>& matches = matches_[number];
  if (matches.empty() || matches.back() != match) matches.push_back(match);
  return true;
}

std::span<const Match> KeyMatches::with(std::uint32_t key, std::uint32_t page) const {
  const std::vector<Match>& all = matches_[key];
  // clang 14 cannot compile the equal_range of libstdc++ 12.
  return {std::ranges::lower_bound(all, page, {}, &Match::page),
          std::ranges::upper_bound(all, page, {}, &Match::page)};
}

}  // namespace pagekin::wrapper
