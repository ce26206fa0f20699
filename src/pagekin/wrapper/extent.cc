#include "pagekin/wrapper/extent.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

#include "pagekin/wrapper/value_text.h"

namespace pagekin::wrapper {
namespace {

// Class names that say which of several an element is, not what it is.
bool is_name_of_turn(std::uint64_t token) {
  static const std::array<std::uint64_t, 8> turns = [] {
    std::array<std::uint64_t, 8> hashes{};
    constexpr std::array<std::string_view, 8> names = {"odd",  "even",  "alt",    "alternate",
                                                       "last", "first", "active", "current"};
    std::ranges::transform(names, hashes.begin(),
                           [](std::string_view name) { return class_token(name); });
    return hashes;
  }();
  return std::ranges::find(turns, token) != turns.end();
}

bool is_label_text(const PageSlots& page, const Vocabulary& vocabulary, std::uint32_t text) {
  const Slot& slot = page.slots[text];
  return slot.size <= kMaxLabelBytes && vocabulary.labels.contains(slot.label) &&
         has_letters(page.value(text));
}

// Whether the text is in a <nav> that has some of these texts, not all.
bool is_in_navigation(const PageSlots& page, const SlotRange& range, std::uint32_t text) {
  for (std::uint32_t at = page.slots[text].element; at != kNone; at = page.elements[at].parent) {
    const Element& one = page.elements[at];
    if (one.first_text <= range.first && one.last_text >= range.last) return false;
    if (one.tag == html::kTagNav) return true;
  }
  return false;
}

SlotRange without_navigation_around(const PageSlots& page, const SlotRange& whole) {
  SlotRange range = whole;
  while (range.first < range.last && is_in_navigation(page, whole, range.first)) ++range.first;
  while (range.first < range.last && is_in_navigation(page, whole, range.last)) --range.last;
  return range;
}

// Of values that are not texts: nothing is known.
Between between_two(const PageSlots& page, const SlotRange& before, const SlotRange& after) {
  if (page.slots[after.first].source != Source::kText) return Between::kNothing;
  Between most = Between::kNothing;
  for (std::uint32_t text = before.last + 1; text < after.first; ++text) {
    const bool has_words = std::ranges::any_of(page.value(text), is_word_byte);
    most = std::min(most, has_words ? Between::kWords : Between::kMarks);
  }
  return most;
}

}  // namespace

bool has_label(const PageSlots& page, const Vocabulary& vocabulary, const SlotRange& range) {
  for (std::uint32_t text = range.first; text <= range.last; ++text) {
    if (is_label_text(page, vocabulary, text)) return true;
  }
  return false;
}

std::uint32_t element_around(const PageSlots& page, std::uint32_t first, std::uint32_t last) {
  std::uint32_t at = page.slots[first].element;
  while (at != kNone && page.elements[at].last_text < last) at = page.elements[at].parent;
  return at;
}

std::uint32_t child_with(const PageSlots& page, std::uint32_t element, std::uint32_t text) {
  std::uint32_t child = kNone;
  for (std::uint32_t at = page.slots[text].element; at != element && at != kNone;
       at = page.elements[at].parent) {
    child = at;
  }
  return child;
}

bool has_navigation(const PageSlots& page, const SlotRange& range) {
  for (std::uint32_t text = range.first; text <= range.last; ++text) {
    if (is_in_navigation(page, range, text)) return true;
  }
  return false;
}

std::uint32_t end_of_run(const PageSlots& page, const Vocabulary& vocabulary, const Extent& extent,
                         std::uint32_t slot) {
  const std::uint32_t container = container_of(page, vocabulary, extent, slot);
  if (container == kNone) return kNone;
  const auto is_end = [&](std::uint64_t hash) {
    return std::ranges::binary_search(extent.ends, hash);
  };
  const std::uint32_t last = page.elements[container].last_text;
  std::uint32_t child = child_with(page, container, slot);
  for (std::uint32_t text = slot + 1; text <= last; ++text) {
    if (is_label_text(page, vocabulary, text) && is_end(page.slots[text].label)) return text - 1;
    if (child != kNone && page.elements[child].last_text >= text) continue;
    child = child_with(page, container, text);
    if (child != kNone && is_end(identity_of(page, vocabulary, child))) return text - 1;
  }
  // What ended labelled values is not here.
  return extent.ends_with_container ? last : kNone;
}

SlotRange without_labels_around(const PageSlots& page, const Vocabulary& vocabulary,
                                SlotRange range) {
  while (range.first < range.last && is_label_text(page, vocabulary, range.first)) ++range.first;
  while (range.first < range.last && is_label_text(page, vocabulary, range.last)) --range.last;
  return range;
}

std::uint64_t identity_of(const PageSlots& page, const Vocabulary& vocabulary,
                          std::uint32_t element) {
  const Element& one = page.elements[element];
  std::uint64_t classes = 0;
  page.for_each_name(one, [&](std::uint64_t token) {
    if (vocabulary.stable.contains(token) && !is_name_of_turn(token)) {
      classes = hash_pair(classes, token);
    }
  });
  const std::uint64_t id = one.id != 0 && vocabulary.stable.contains(one.id) ? one.id : 0;
  return hash_pair(hash_pair(one.tag + 1, classes), id);
}

std::uint64_t identity_of_tag(html::TagId tag) { return hash_pair(hash_pair(tag + 1, 0), 0); }

bool may_have_one_name(const PageSlots& page, std::uint32_t a, std::uint32_t b) {
  const auto names_of = [&](std::uint32_t element) {
    std::vector<std::uint64_t> names;
    page.for_each_name(page.elements[element], [&](std::uint64_t token) {
      if (!is_name_of_turn(token)) names.push_back(token);
    });
    return names;
  };
  const std::vector<std::uint64_t> names = names_of(a);
  const std::vector<std::uint64_t> others = names_of(b);
  return names.empty() || others.empty() ||
         std::ranges::find_first_of(names, others) != names.end();
}

std::uint32_t container_of(const PageSlots& page, const Vocabulary& vocabulary,
                           const Extent& extent, std::uint32_t slot) {
  std::uint32_t best = kNone;
  std::int64_t nearest = 0;
  for (std::uint32_t at = page.slots[slot].element; at != kNone; at = page.elements[at].parent) {
    const std::int64_t apart =
        std::abs(std::int64_t{page.elements[at].depth} - std::int64_t{extent.depth});
    if (best != kNone && apart >= nearest) break;  // further up it only grows
    if (identity_of(page, vocabulary, at) != extent.container) continue;
    best = at;
    nearest = apart;
  }
  return best;
}

SlotRange range_of(const PageSlots& page, const Vocabulary& vocabulary, const Extent& extent,
                   std::uint32_t slot) {
  if (page.slots[slot].source != Source::kText) return {slot, slot};
  switch (extent.kind) {
    case Extent::Kind::kSlot:
      return {slot, slot};
    case Extent::Kind::kRun: {
      if (extent.ends_it()) {
        const std::uint32_t end = end_of_run(page, vocabulary, extent, slot);
        if (end != kNone) return {slot, end};
      }
      const std::uint64_t last = std::uint64_t{slot} + std::max(1U, extent.texts) - 1;
      return {slot, static_cast<std::uint32_t>(std::min<std::uint64_t>(last, page.text_count - 1))};
    }
    case Extent::Kind::kContainer:
      break;
  }
  const std::uint32_t element = container_of(page, vocabulary, extent, slot);
  const SlotRange without = extent.texts > 1 ? SlotRange{} : SlotRange{slot, slot};
  if (element == kNone) return without;
  SlotRange range{page.elements[element].first_text, page.elements[element].last_text};
  if (!extent.has_navigation) {
    range = without_navigation_around(page, range);
    if (slot < range.first || slot > range.last) return without;
  }
  switch (extent.labels) {
    case Extent::Labels::kBelong:
      return range;
    case Extent::Labels::kForeign:
      return has_label(page, vocabulary, range) ? without : range;
    case Extent::Labels::kAround:
      range = without_labels_around(page, vocabulary, range);
      return slot >= range.first && slot <= range.last ? range : SlotRange{};
    case Extent::Labels::kUnknown:
      return without_labels_around(page, vocabulary, range);
  }
  return range;
}

bool has_unseen_labels(const PageSlots& page, const Vocabulary& vocabulary, const Extent& extent,
                       std::uint32_t slot) {
  if (extent.kind == Extent::Kind::kRun) {
    return extent.ends_it() && end_of_run(page, vocabulary, extent, slot) == kNone;
  }
  if (extent.kind != Extent::Kind::kContainer) return false;
  const SlotRange range = range_of(page, vocabulary, extent, slot);
  if (!extent.has_navigation && range.first != kNone && has_navigation(page, range)) return true;
  Extent whole = extent;
  whole.labels = Extent::Labels::kBelong;
  const SlotRange all = range_of(page, vocabulary, whole, slot);
  if (extent.labels == Extent::Labels::kUnknown) return all != range;
  if (extent.labels != Extent::Labels::kForeign || all == range || all.first == kNone) return false;
  // A sentence may have a word that many pages have; a row has a label and one value.
  for (std::uint32_t text = all.first; text <= all.last; ++text) {
    const bool is_own = text >= range.first && text <= range.last;
    if (!is_own && has_letters(page.value(text)) && !has_label(page, vocabulary, {text, text})) {
      return true;
    }
  }
  return false;
}

std::uint64_t hash_of(const PageSlots& page, const SlotRange& range) {
  if (range.first == kNone) return 0;
  std::uint64_t hash = page.slots[range.first].hash;
  for (std::uint32_t i = range.first + 1; i <= range.last; ++i) {
    hash = hash_pair(hash, page.slots[i].hash);
  }
  return hash;
}

std::vector<SlotRange> items_of(const PageSlots& page, const Vocabulary& vocabulary,
                                const Extent& extent, std::uint32_t slot) {
  std::vector<SlotRange> items;
  const std::uint32_t container = container_of(page, vocabulary, extent, slot);
  if (container == kNone) return items;
  const std::uint32_t last = page.elements[container].last_text;
  for (std::uint32_t text = page.elements[container].first_text; text <= last;) {
    std::uint32_t item = kNone;
    for (std::uint32_t at = page.slots[text].element; at != container && at != kNone;
         at = page.elements[at].parent) {
      if (identity_of(page, vocabulary, at) == extent.item) item = at;  // the outermost
    }
    if (item == kNone) {
      ++text;
      continue;
    }
    items.push_back({page.elements[item].first_text, page.elements[item].last_text});
    text = page.elements[item].last_text + 1;
  }
  return items;
}

Between most_between(const PageSlots& page, std::span<const SlotRange> items) {
  Between most = Between::kNothing;
  for (std::size_t i = 1; i < items.size(); ++i) {
    most = std::min(most, between_two(page, items[i - 1], items[i]));
  }
  return most;
}

std::span<const SlotRange> items_together(const PageSlots& page, std::span<const SlotRange> items,
                                          std::uint32_t slot, Between most) {
  const auto own = std::ranges::find_if(
      items, [&](const SlotRange& item) { return item.first <= slot && slot <= item.last; });
  if (own == items.end()) return items;
  auto first = static_cast<std::size_t>(own - items.begin());
  std::size_t end = first + 1;
  while (first > 0 && between_two(page, items[first - 1], items[first]) >= most) --first;
  while (end < items.size() && between_two(page, items[end - 1], items[end]) >= most) ++end;
  return items.subspan(first, end - first);
}

std::vector<std::uint32_t> elements_with(const PageSlots& page, const SlotRange& range) {
  std::vector<std::uint32_t> elements;
  for (std::uint32_t at = page.slots[range.first].element; at != kNone;
       at = page.elements[at].parent) {
    const Element& one = page.elements[at];
    if (one.first_text < range.first || one.last_text > range.last) break;
    if (one.first_text == range.first && one.last_text == range.last) elements.push_back(at);
  }
  return elements;
}

}  // namespace pagekin::wrapper
