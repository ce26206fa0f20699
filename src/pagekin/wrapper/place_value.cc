#include "pagekin/wrapper/place_value.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "pagekin/core/hash.h"
#include "pagekin/core/suggest.h"
#include "pagekin/core/text.h"
#include "pagekin/url/url.h"
#include "pagekin/wrapper/value_text.h"

namespace pagekin::wrapper {
namespace {

constexpr std::size_t kMaxPlaces = 30;  // slots that hold one value; more say nothing new
constexpr std::size_t kMaxRun = 4'000;  // texts that make one value

std::string without_spaces(std::string_view text) {
  std::string bare(text);
  std::erase(bare, ' ');
  return bare;
}

// Several texts in a row that make the value: all texts of an element, or else a run.
void add_runs(const PageSlots& page, std::string_view value, LabelPlace& elements,
              LabelPlace& runs) {
  const std::string wanted = without_spaces(value);
  for (std::uint32_t first = 0; first < page.text_count; ++first) {
    if (wanted.empty() || page.value(first).front() != wanted.front()) continue;
    std::string joined;
    std::uint32_t next = first;
    while (next < page.text_count && next - first < kMaxRun && joined.size() < wanted.size()) {
      joined += without_spaces(page.value(next));
      if (!wanted.starts_with(joined)) break;
      ++next;
    }
    if (joined != wanted || next - first < 2) continue;
    const SlotRange range{first, next - 1};
    LabelPlace& place = elements_with(page, range).empty() ? runs : elements;
    if (place.ranges.size() < kMaxPlaces) place.ranges.push_back(range);
  }
}

// Attributes that are the value, and addresses that are it in full.
LabelPlace attributes_with(const PageSlots& page, std::string_view value,
                           std::string_view address) {
  LabelPlace place{.kind = PlaceKind::kAttribute};
  const std::uint64_t hash = hash_bytes(value);
  const std::optional<url::Url> base = page.base_of(address);
  for (auto i = static_cast<std::uint32_t>(page.text_count); i < page.slots.size(); ++i) {
    const Slot& slot = page.slots[i];
    bool is_value = slot.hash == hash;
    if (!is_value && base && is_address(slot.source)) {
      const auto full = url::parse(page.value(i), &*base);
      is_value = full && full->href() == value;
    }
    if (is_value) place.ranges.push_back({i, i});
    if (place.ranges.size() == kMaxPlaces) break;
  }
  return place;
}

}  // namespace

std::vector<LabelPlace> places_of_value(const PageSlots& page, std::string_view value,
                                        std::string_view address) {
  std::vector<LabelPlace> places;
  if (value.empty()) return places;
  const std::uint64_t hash = hash_bytes(value);
  LabelPlace texts{.kind = PlaceKind::kText};
  LabelPlace parts{.kind = PlaceKind::kPart};
  LabelPlace runs{.kind = PlaceKind::kRun};
  LabelPlace attribute_parts{.kind = PlaceKind::kAttributePart};
  for (std::uint32_t i = 0; i < page.text_count; ++i) {
    if (page.slots[i].hash == hash) {
      if (texts.ranges.size() < kMaxPlaces) texts.ranges.push_back({i, i});
    } else if (parts.ranges.size() < kMaxPlaces && has_words(page.value(i), value)) {
      parts.ranges.push_back({i, i});
    }
  }
  add_runs(page, value, texts, runs);
  std::ranges::sort(texts.ranges, {}, &SlotRange::first);
  for (auto i = static_cast<std::uint32_t>(page.text_count); i < page.slots.size(); ++i) {
    if (is_address(page.slots[i].source) || page.slots[i].hash == hash) continue;
    if (has_words(page.value(i), value)) attribute_parts.ranges.push_back({i, i});
    if (attribute_parts.ranges.size() == kMaxPlaces) break;
  }
  for (LabelPlace* place : {&texts, &parts, &runs, &attribute_parts}) {
    if (!place->ranges.empty()) places.push_back(std::move(*place));
  }
  if (LabelPlace attributes = attributes_with(page, value, address); !attributes.ranges.empty()) {
    places.push_back(std::move(attributes));
  }
  std::ranges::sort(places, {}, &LabelPlace::kind);
  return places;
}

std::string nearest_value(const PageSlots& page, std::string_view value) {
  // Long texts are compared by their words first: the distance of letters costs the product of
  // both lengths.
  constexpr std::size_t most_bytes = 200;
  constexpr std::size_t most_compared = 64;
  if (value.empty() || page.text_count == 0) return {};
  std::vector<std::string> words;
  const std::string wanted = to_label(value.substr(0, most_bytes));
  for (std::size_t begin = 0; begin < wanted.size();) {
    const std::size_t end = std::min(wanted.find(' ', begin), wanted.size());
    if (end > begin) words.push_back(wanted.substr(begin, end - begin));
    begin = end + 1;
  }
  struct Near {
    std::uint32_t slot;
    double score;
  };
  std::vector<Near> near;
  std::string label;
  for (std::uint32_t i = 0; i < page.text_count; ++i) {
    make_label(page.value(i).substr(0, most_bytes), label);
    std::size_t common = 0;
    for (const std::string& word : words) common += label.find(word) != std::string::npos ? 1 : 0;
    const auto length = static_cast<double>(page.slots[i].size);
    const double apart = std::abs(length - static_cast<double>(value.size())) /
                         (length + static_cast<double>(value.size()));
    near.push_back({i, static_cast<double>(common) - apart});
  }
  const std::size_t kept = std::min(near.size(), most_compared);
  std::ranges::partial_sort(near, near.begin() + static_cast<std::ptrdiff_t>(kept),
                            std::greater<>(), &Near::score);
  near.resize(kept);
  const auto best = std::ranges::min_element(near, {}, [&](const Near& one) {
    const std::string_view text = page.value(one.slot).substr(0, most_bytes);
    return static_cast<double>(typing_distance(text, value.substr(0, most_bytes))) /
           static_cast<double>(std::max<std::size_t>(1, std::max(text.size(), value.size())));
  });
  return std::string(page.value(best->slot).substr(0, most_bytes));
}

}  // namespace pagekin::wrapper
