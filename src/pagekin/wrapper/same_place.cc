#include "pagekin/wrapper/same_place.h"

#include <algorithm>
#include <functional>
#include <tuple>
#include <unordered_map>

namespace pagekin::wrapper {
namespace {

constexpr std::uint32_t kMaxSharing = 20;  // reference slots with a key that says something
constexpr std::ptrdiff_t kMostAlike = 3;   // slots of a reference page that are kept
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

References::References(std::vector<ReferenceKey> keys) : keys_(std::move(keys)) { index_slots(); }

void References::add_page(std::uint32_t page, KeyMaker& maker, std::uint32_t slots) {
  const std::size_t begin = keys_.size();
  std::unordered_map<std::uint64_t, std::uint32_t> sharing;
  for (std::uint32_t slot = 0; slot < std::min(slots, kMaxReferenceSlot); ++slot) {
    std::uint64_t last = 0;
    for (const Key& key : maker.keys_of(slot)) {
      const PlaceGroup group = place_group_of(key.family);
      if (group == PlaceGroup::kEnd || key.hash == last) continue;
      last = key.hash;
      ++sharing[key.hash];
      keys_.push_back({.key = key.hash,
                       .slot = reference_number(page, slot),
                       .group = static_cast<std::uint8_t>(group)});
    }
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
  std::vector<std::vector<std::uint32_t>> numbers;
  for (const ReferenceKey& one : keys_) {
    const std::uint32_t page = page_of_reference(one.slot);
    if (page >= numbers.size()) numbers.resize(page + 1);
    std::vector<std::uint32_t>& of_page = numbers[page];
    const std::uint32_t slot = one.slot & kMaxReferenceSlot;
    if (slot >= of_page.size()) of_page.resize(slot + 1, kNone);
    of_page[slot] = 0;
  }
  slots_.clear();
  for (std::uint32_t page = 0; page < numbers.size(); ++page) {
    std::vector<std::uint32_t>& of_page = numbers[page];
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
  places_.clear();
  for (const ReferenceKey& one : keys_) {
    if (table_.add(one.key) == begin_.size()) {
      begin_.push_back(static_cast<std::uint32_t>(places_.size()));
    }
    places_.push_back({.at = numbers[page_of_reference(one.slot)][one.slot & kMaxReferenceSlot],
                       .weight = one.weight,
                       .group = one.group});
  }
  begin_.push_back(static_cast<std::uint32_t>(places_.size()));
}

void References::find_labelled(std::span<const Key> keys) {
  for (const Key& key : keys) {
    if (key.family != Family::kTextBefore) continue;
    const std::uint32_t number = table_.find(key.hash);
    if (number == KeyTable::not_found) continue;
    for (std::uint32_t i = begin_[number]; i < begin_[number + 1]; ++i) {
      const std::uint32_t page = page_of_reference(keys_[i].slot);
      if (keys_[i].weight == 1 && page < labelled_.size()) labelled_[page] = places_[i].at;
    }
  }
}

bool References::is_only_number_at(std::uint32_t at) const {
  const std::uint32_t page = page_of_reference(slots_[at]);
  return page < labelled_.size() && labelled_[page] != kNone && labelled_[page] != at;
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
      const Place& place = places_[i];
      Agreed& agreed = agreed_[place.at];
      if (!agreed.has_any) touched_.push_back(place.at);
      agreed.has_any = true;
      const bool is_only_number =
          is_labelled && is_only_number_at(place.at) && has_number_of_text(key.family);
      const std::size_t group =
          is_only_number ? static_cast<std::size_t>(PlaceGroup::kPosition) : place.group;
      agreed.in_group[group] = std::max(agreed.in_group[group], place.weight);
    }
  }
  for (const std::uint32_t at : touched_) {
    likenesses.push_back({slots_[at], likeness_score(agreed_[at].in_group)});
    agreed_[at] = {};
  }
  // The best of each reference page. The numbers of slots begin with that of the page.
  std::ranges::sort(likenesses, {},
                    [](const Likeness& one) { return std::tuple(-one.score, one.reference); });
  std::size_t kept = 0;
  for (const Likeness& one : likenesses) {
    const auto before = std::span(likenesses).first(kept);
    const auto of_page = std::ranges::count(
        before, page_of_reference(one.reference),
        [](const Likeness& other) { return page_of_reference(other.reference); });
    if (of_page < kMostAlike) likenesses[kept++] = one;
  }
  likenesses.resize(kept);
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
