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
    const std::uint32_t slots = slot_count(pages[page]);
    maker_.prepare(pages[page], pages.vocabulary(), slots);
    references_.add_page(static_cast<std::uint32_t>(reference_pages_.size()), maker_, slots);
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
  const std::uint32_t number = compared_[match.page][match.slot];
  if (number == kNone) return false;
  const std::size_t first = first_likeness_[number];
  return wrapper::is_elsewhere(
      std::span(likenesses_).subspan(first, first_likeness_[number + 1] - first), field);
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
    maker_.prepare(pages[page], pages.vocabulary(), pages[page].slots.size());
    for (const std::uint32_t slot : slots) {
      const std::span<const Key> keys = made_keys(slot);
      keys_of_[{page, slot}].assign(keys.begin(), keys.end());
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
  for (std::uint32_t p = 0; p < pages.size(); ++p) {
    check_stop();
    const PageSlots& page = pages[p];
    const std::uint32_t slots = slot_count(page);
    maker_.prepare(page, pages.vocabulary(), slots);
    const bool is_reference = std::ranges::find(reference_pages_, p) != reference_pages_.end();
    compared_[p].assign(slots, kNone);
    for (std::uint32_t slot = 0; slot < slots; ++slot) {
      bool has_match = false;
      const std::span<const Key> keys = made_keys(slot);
      for (const Key& key : keys) {
        if (table_.may_have(key.hash)) has_match |= note(key.hash, {p, slot});
      }
      if (has_match && !is_reference) {
        compared_[p][slot] = compare(keys, maker_.is_labelled_in_run(slot));
      }
    }
  }
}

std::span<const Key> KeyMatches::made_keys(std::uint32_t slot) {
  const std::span<const Key> keys = maker_.keys_of(slot);
  if (families_.all()) return keys;
  kept_.assign(keys.begin(), keys.end());
  std::erase_if(kept_,
                [&](const Key& key) { return !families_[static_cast<std::size_t>(key.family)]; });
  return kept_;
}

// The number of the likenesses of a slot with these keys. Pages of a template repeat most of their
// slots, so only the first with the same keys is compared.
std::uint32_t KeyMatches::compare(std::span<const Key> keys, bool is_labelled) {
  std::uint64_t sum = is_labelled ? 1 : 0;
  for (const Key& key : keys) {
    if (place_group_of(key.family) != PlaceGroup::kEnd) sum += key.hash;
  }
  const auto next = static_cast<std::uint32_t>(compared_keys_.size());
  const std::uint32_t number =
      numbers_.find_or_add(sum, next, [&](std::uint32_t known) { return compared_keys_[known]; });
  if (number == next) {
    compared_keys_.push_back(sum);
    references_.compare(keys, is_labelled, alike_);
    likenesses_.insert(likenesses_.end(), alike_.begin(), alike_.end());
    first_likeness_.push_back(likenesses_.size());
  }
  return number;
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
