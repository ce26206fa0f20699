#include "pagekin/wrapper/same_place.h"

#include <algorithm>
#include <functional>
#include <tuple>
#include <unordered_map>

namespace pagekin::wrapper {
namespace {

constexpr std::uint32_t kMaxSharing = 20;  // reference slots with a key that says something
constexpr std::size_t kMostAlike = 3;      // slots of a reference page that are kept
// By so much a slot must be more alike to another place. Less than a label is worth, more than a
// position: optional parts move positions.
constexpr float kClearlyMore = 1.5F;

// What the agreement of a group is worth.
constexpr std::array<float, kPlaceGroups> kGroupWeights = {1, 2, 3, 0.5F, 1};

// Keys that say what an element or a row is, and which of its texts it is.
bool has_number_of_text(Family family) {
  return family == Family::kClassesFromRoot || family == Family::kElement ||
         family == Family::kElementAndParent || family == Family::kRow;
}

}  // namespace

PlaceGroup place_group_of(Family family) {
  switch (family) {
    case Family::kPath:
    case Family::kPathFromEnd:
    case Family::kPathFromId:
    case Family::kPathFromOuterId:
    case Family::kPathFromClass:
    case Family::kPathFromOuterClass:
    case Family::kTagsFromRoot:
    case Family::kAttributesOfThree:
    case Family::kOuterRow:  // the number of the row counts, and optional rows move it
      return PlaceGroup::kPosition;
    case Family::kClassesFromId:
    case Family::kClassesFromRoot:
    case Family::kElement:
    case Family::kElementAndParent:
    case Family::kThreeElements:
    case Family::kFourElements:
    case Family::kAttribute:
    case Family::kAttributeOfParent:
    case Family::kJson:
      return PlaceGroup::kClass;
    case Family::kTextBefore:
    case Family::kTextBeforeAndPath:
    case Family::kTextBeforeAndClass:
    case Family::kLabelAndPath:
    case Family::kLabelAndClass:
    case Family::kRow:
    case Family::kRowAndTag:
    case Family::kPrefixAndClass:
      return PlaceGroup::kLabel;
    case Family::kTextAfterAndPath:
      return PlaceGroup::kNext;
    case Family::kLinkAndClasses:
      return PlaceGroup::kLink;
    default:
      return PlaceGroup::kEnd;
  }
}

FamilySet families_of_places() {
  FamilySet families;
  for (std::size_t i = 0; i < kFamilies; ++i) {
    families.set(i, place_group_of(static_cast<Family>(i)) != PlaceGroup::kEnd);
  }
  return families;
}

References::References(std::vector<ReferenceKey> keys) : keys_(std::move(keys)) { index_slots(); }

void References::add_page(std::uint32_t page, const KeyMaker& maker, std::uint32_t slots) {
  const std::size_t begin = keys_.size();
  std::unordered_map<std::uint64_t, std::uint32_t> sharing;
  for (std::uint32_t slot = 0; slot < std::min(slots, kMaxReferenceSlot); ++slot) {
    std::uint64_t last = 0;
    maker.keys_of(slot, [&](Family family, std::uint64_t hash) {
      const PlaceGroup group = place_group_of(family);
      if (group == PlaceGroup::kEnd || hash == last) return;
      last = hash;
      ++sharing[hash];
      keys_.push_back({.key = hash,
                       .slot = reference_number(page, slot),
                       .group = static_cast<std::uint8_t>(group)});
    });
  }
  for (std::size_t i = begin; i < keys_.size(); ++i) {
    keys_[i].weight = 1.0F / static_cast<float>(sharing[keys_[i].key]);
  }
  std::erase_if(keys_, [](const ReferenceKey& one) {
    return one.weight * static_cast<float>(kMaxSharing) < 1;
  });
}

void References::finish() {
  std::ranges::sort(keys_, {},
                    [](const ReferenceKey& one) { return std::tuple(one.key, one.slot); });
  index_slots();
}

void References::index_slots() {
  // By reference page and slot: the place in slots_. Pages have few thousand slots.
  std::vector<std::vector<std::uint32_t>> places;
  for (const ReferenceKey& one : keys_) {
    const std::uint32_t page = page_of_reference(one.slot);
    if (page >= places.size()) places.resize(page + 1);
    std::vector<std::uint32_t>& of_page = places[page];
    const std::uint32_t slot = one.slot & kMaxReferenceSlot;
    if (slot >= of_page.size()) of_page.resize(slot + 1, kNone);
    of_page[slot] = 0;
  }
  slots_.clear();
  for (std::uint32_t page = 0; page < places.size(); ++page) {
    std::vector<std::uint32_t>& of_page = places[page];
    for (std::uint32_t slot = 0; slot < of_page.size(); ++slot) {
      if (of_page[slot] == kNone) continue;
      of_page[slot] = static_cast<std::uint32_t>(slots_.size());
      slots_.push_back(reference_number(page, slot));
    }
  }
  agreed_.assign(slots_.size(), {});
  table_ = {};
  table_.reserve(keys_.size());
  begin_.clear();
  at_.clear();
  for (const ReferenceKey& one : keys_) {
    if (table_.add(one.key) == begin_.size()) {
      begin_.push_back(static_cast<std::uint32_t>(at_.size()));
    }
    at_.push_back(places[page_of_reference(one.slot)][one.slot & kMaxReferenceSlot]);
  }
  begin_.push_back(static_cast<std::uint32_t>(at_.size()));
}

void References::find_labelled(std::span<const Key> keys) {
  for (const Key& key : keys) {
    if (key.family != Family::kTextBefore) continue;
    const std::uint32_t number = table_.find(key.hash);
    if (number == KeyTable::not_found) continue;
    for (std::uint32_t i = begin_[number]; i < begin_[number + 1]; ++i) {
      const std::uint32_t page = page_of_reference(keys_[i].slot);
      if (keys_[i].weight == 1 && page < labelled_.size()) labelled_[page] = at_[i];
    }
  }
}

void References::compare(std::span<const Key> keys, bool is_labelled,
                         std::vector<Likeness>& likenesses) {
  likenesses.clear();
  touched_.clear();
  labelled_.fill(kNone);
  if (is_labelled) find_labelled(keys);
  for (const Key& key : keys) {
    if (place_group_of(key.family) == PlaceGroup::kEnd) continue;
    const std::uint32_t number = table_.find(key.hash);
    if (number == KeyTable::not_found) continue;
    for (std::uint32_t i = begin_[number]; i < begin_[number + 1]; ++i) {
      std::array<float, kPlaceGroups>& agreed = agreed_[at_[i]];
      if (std::ranges::all_of(agreed, [](float one) { return one == 0; })) {
        touched_.push_back(at_[i]);
      }
      const std::uint32_t page = page_of_reference(keys_[i].slot);
      const std::uint32_t labelled = page < labelled_.size() ? labelled_[page] : kNone;
      const bool is_only_number =
          labelled != kNone && labelled != at_[i] && has_number_of_text(key.family);
      const std::size_t group =
          is_only_number ? static_cast<std::size_t>(PlaceGroup::kPosition) : keys_[i].group;
      agreed[group] = std::max(agreed[group], keys_[i].weight);
    }
  }
  for (const std::uint32_t at : touched_) {
    const float score = likeness_score(agreed_[at]);
    agreed_[at] = {};
    likenesses.push_back({slots_[at], score});
  }
  // The best of each reference page.
  std::ranges::sort(likenesses, {}, [](const Likeness& one) {
    return std::tuple(page_of_reference(one.reference), -one.score, one.reference);
  });
  std::size_t kept = 0;
  std::size_t of_page = 0;
  for (std::size_t i = 0; i < likenesses.size(); ++i) {
    const bool is_new = i == 0 || page_of_reference(likenesses[i].reference) !=
                                      page_of_reference(likenesses[i - 1].reference);
    of_page = is_new ? 0 : of_page + 1;
    if (of_page < kMostAlike) likenesses[kept++] = likenesses[i];
  }
  likenesses.resize(kept);
  std::ranges::stable_sort(likenesses, std::greater<>(), &Likeness::score);
}

std::vector<ReferenceKey> References::keys_of(const std::vector<std::uint32_t>& slots) const {
  std::vector<ReferenceKey> keys;
  for (const ReferenceKey& one : keys_) {
    if (std::ranges::binary_search(slots, one.slot)) keys.push_back(one);
  }
  return keys;
}

float likeness_score(const std::array<float, kPlaceGroups>& agreed) {
  float score = 0;
  for (std::size_t g = 0; g < kPlaceGroups; ++g) score += kGroupWeights[g] * agreed[g];
  return score;
}

bool FieldReferences::has_own(std::uint32_t reference) const {
  return std::ranges::binary_search(own, reference);
}

bool is_elsewhere(std::span<const Likeness> likenesses, const FieldReferences& field) {
  float own = 0;
  float other = 0;
  for (const Likeness& one : likenesses) {
    if (((field.pages >> page_of_reference(one.reference)) & 1) == 0) continue;
    float& best = field.has_own(one.reference) ? own : other;
    best = std::max(best, one.score);
  }
  return other > own + kClearlyMore;
}

}  // namespace pagekin::wrapper
