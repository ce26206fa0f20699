#include "pagekin/wrapper/place_value.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "pagekin/core/hash.h"
#include "pagekin/core/suggest.h"
#include "pagekin/core/text.h"
#include "pagekin/url/url.h"
#include "pagekin/wrapper/value_text.h"

namespace pagekin::wrapper {
namespace {

constexpr std::size_t kMaxPlaces = 30;  // slots that hold one value; more say nothing new
constexpr std::size_t kMaxRun = 60;     // texts that make one value

// Whether the value occurs in the text, and not inside a word.
bool has_words(std::string_view text, std::string_view value) {
  for (std::size_t at = text.find(value); at != std::string_view::npos;
       at = text.find(value, at + 1)) {
    const std::size_t end = at + value.size();
    const bool begins = at == 0 || !is_word_byte(text[at - 1]) || !is_word_byte(value.front());
    const bool ends = end == text.size() || !is_word_byte(text[end]) || !is_word_byte(value.back());
    if (begins && ends) return true;
  }
  return false;
}

std::string without_spaces(std::string_view text) {
  std::string bare(text);
  std::erase(bare, ' ');
  return bare;
}

// Several texts in a row that make the value.
LabelPlace place_run(const PageSlots& page, std::string_view value) {
  const std::string wanted = without_spaces(value);
  LabelPlace place;
  for (std::uint32_t first = 0; first < page.text_count && place.slots.size() < kMaxPlaces;
       ++first) {
    if (wanted.empty() || page.value(first).front() != wanted.front()) continue;
    std::string joined;
    std::string spaced;
    std::uint32_t next = first;
    while (next < page.text_count && next - first < kMaxRun && joined.size() < wanted.size()) {
      joined += without_spaces(page.value(next));
      if (!wanted.starts_with(joined)) break;
      if (!spaced.empty()) spaced += ' ';
      spaced += page.value(next);
      ++next;
    }
    if (joined != wanted || next - first < 2) continue;
    Extent extent{.kind = Extent::Kind::kRun, .levels = next - first, .spaced = spaced == value};
    std::uint32_t levels = 0;
    for (std::uint32_t at = page.slots[first].element; at != kNone;
         at = page.elements[at].parent, ++levels) {
      if (page.elements[at].first_text != first) break;
      if (page.elements[at].last_text != next - 1) continue;
      extent = {.kind = Extent::Kind::kElement, .levels = levels, .spaced = extent.spaced};
      break;
    }
    if (!place.slots.empty() && place.extent != extent) continue;
    place.extent = extent;
    place.slots.push_back(first);
  }
  return place;
}

}  // namespace

LabelPlace place_value(const PageSlots& page, std::string_view value, std::string_view base) {
  LabelPlace place;
  if (value.empty()) return place;
  const std::uint64_t hash = hash_bytes(value);
  const auto find = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end && place.slots.size() < kMaxPlaces; ++i) {
      if (page.slots[i].hash == hash) place.slots.push_back(static_cast<std::uint32_t>(i));
    }
    return !place.slots.empty();
  };
  if (find(0, page.text_count) || find(page.text_count, page.slots.size())) return place;
  for (std::uint32_t i = 0; i < page.text_count && place.slots.size() < kMaxPlaces; ++i) {
    if (has_words(page.value(i), value)) place.slots.push_back(i);
  }
  if (!place.slots.empty()) {
    place.is_part = true;
    return place;
  }
  if (LabelPlace run = place_run(page, value); !run.slots.empty()) return run;
  if (const auto address = url::parse(base); address) {
    for (std::size_t i = page.text_count; i < page.slots.size(); ++i) {
      const SlotKind kind = page.slots[i].kind;
      if (kind != SlotKind::kHref && kind != SlotKind::kSrc) continue;
      const auto full = url::parse(page.value(static_cast<std::uint32_t>(i)), &*address);
      if (full && full->href() == value) place.slots.push_back(static_cast<std::uint32_t>(i));
      if (place.slots.size() == kMaxPlaces) break;
    }
    place.is_address = !place.slots.empty();
    if (place.is_address) return place;
  }
  for (std::size_t i = page.text_count; i < page.slots.size(); ++i) {
    const auto slot = static_cast<std::uint32_t>(i);
    if (page.slots[i].kind == SlotKind::kHref || page.slots[i].kind == SlotKind::kSrc) continue;
    if (has_words(page.value(slot), value)) place.slots.push_back(slot);
    if (place.slots.size() == kMaxPlaces) break;
  }
  place.is_part = !place.slots.empty();
  return place;
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
