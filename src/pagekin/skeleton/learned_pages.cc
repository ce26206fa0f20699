#include "pagekin/skeleton/learned_pages.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "pagekin/skeleton/state_names.h"

namespace pagekin::skeleton {
namespace {

constexpr double kStableShare = 0.5;  // of pages, for a class name or id
constexpr double kFixedShare = 0.9;   // for a text at a place
constexpr double kOptionalShare = 0.1;
constexpr double kSteadyShare = 0.6;   // of pages that have a fixed text equally often
constexpr double kVaryingShare = 0.2;  // of texts at a place that has values
constexpr double kLabelShare = 0.3;    // for a label, at any place
constexpr double kAlone = 1.1;         // texts at the place of a choice, a page
constexpr double kCommonest = 0.9;     // of pages with a choice that may have the same one

}  // namespace

void LearnedPages::add(PageNodes&& page) {
  const auto number = static_cast<std::uint32_t>(pages_.size());
  for (const Name& name : page.names) {
    if (!name.is_class_or_id()) continue;
    const std::uint32_t found = name_numbers_.number(name.hash);
    if (found == name_counts_.size()) name_counts_.emplace_back();
    name_counts_[found].add(number);
  }
  page.name_bytes.shrink_to_fit();
  page.text_bytes.shrink_to_fit();
  pages_.push_back({.nodes = std::move(page)});
}

double LearnedPages::share(double part) const {
  return std::max(2.0, part * static_cast<double>(pages_.size()));
}

void LearnedPages::find_roles() {
  find_stable_names();
  count_texts();
  find_kinds();
  find_labels();
}

void LearnedPages::find_stable_names() {
  is_stable_.reserve(name_counts_.size());
  for (const PageCount& count : name_counts_) {
    is_stable_.push_back(count.pages() >= share(kStableShare));
  }
  const auto is_stable_name = [&](std::uint64_t name) { return is_stable(name); };
  for (LearnedPage& page : pages_) page.places.read(page.nodes, is_stable_name);
  for (const std::uint64_t name : find_state_names(pages_, is_stable_name)) {
    is_stable_[name_numbers_.find(name)] = false;
  }
}

std::vector<std::uint64_t> LearnedPages::stable_names() const {
  std::vector<std::uint64_t> names;
  for (std::uint32_t i = 0; i < is_stable_.size(); ++i) {
    if (is_stable_[i]) names.push_back(name_numbers_.key(i));
  }
  std::ranges::sort(names);
  return names;
}

std::vector<std::uint64_t> LearnedPages::prefixes() const {
  std::vector<std::uint64_t> keys;
  for (std::uint32_t i = 0; i < labels_.size(); ++i) {
    if (labels_[i].is_prefix) keys.push_back(label_numbers_.key(i));
  }
  std::ranges::sort(keys);
  return keys;
}

void LearnedPages::count_texts() {
  for (std::uint32_t number = 0; number < pages_.size(); ++number) {
    LearnedPage& page = pages_[number];
    page.places.read(page.nodes, [&](std::uint64_t name) { return is_stable(name); });
    page.text_numbers.reserve(page.nodes.texts.size());
    for (const Value& text : page.nodes.texts) {
      const std::uint64_t key = combine(page.places.places[text.element], text.hash);
      const std::uint32_t placed = placed_numbers_.number(key);
      page.text_numbers.push_back(placed);
      if (placed == placed_texts_.size()) {
        PlacedText& added = placed_texts_.emplace_back();
        added.place = place_numbers_.number(page.places.places[text.element]);
        const auto number_label = [&](std::uint64_t label) {
          if (label == 0) return kNone;
          const std::uint32_t found = label_numbers_.number(label);
          if (found == labels_.size()) labels_.emplace_back();
          return found;
        };
        const std::string_view words = page.nodes.text(text);
        added.label = number_label(label_of(words));
        const std::string_view prefix = prefix_of(words);
        if (!prefix.empty()) added.prefix = number_label(label_of(prefix));
      }
      PlacedText& found = placed_texts_[placed];
      found.count.add(number);
      found.frequency.add(number);
      ++found.instances;
      if (found.label != kNone) labels_[found.label].count.add(number);
      if (found.prefix != kNone) labels_[found.prefix].prefix_count.add(number);
    }
    page.attribute_numbers.reserve(page.nodes.attributes.size());
    for (const Value& value : page.nodes.attributes) {
      const std::uint32_t placed =
          placed_numbers_.number(combine(key_of(value, page.places), value.hash));
      page.attribute_numbers.push_back(placed);
      if (placed == placed_texts_.size()) placed_texts_.push_back({.is_text = false});
      placed_texts_[placed].count.add(number);
    }
  }
}

void LearnedPages::find_kinds() {
  const double fixed = std::max(share(kFixedShare), 3.0);
  struct Texts {
    double all = 0;
    double varying = 0;
  };
  std::vector<Texts> at(place_numbers_.size());
  for (PlacedText& text : placed_texts_) {
    if (text.count.pages() >= fixed) {
      text.kind = TextKind::kFixed;
    } else if (text.count.pages() >= share(kOptionalShare)) {
      text.kind = TextKind::kOptional;
    }
    if (!text.is_text) continue;
    at[text.place].all += text.instances;
    at[text.place].varying += text.kind == TextKind::kFixed ? 0 : text.instances;
  }
  // A value that some record of every page has, such as a number of rooms, is there more or less
  // often; a text of the template is not.
  for (PlacedText& text : placed_texts_) {
    if (!text.is_text || text.kind != TextKind::kFixed) continue;
    const bool has_values = at[text.place].varying >= kVaryingShare * at[text.place].all;
    if (has_values && text.frequency.steadiness() < kSteadyShare) text.kind = TextKind::kVarying;
  }
  find_choices();
  for (Label& label : labels_) {
    label.is_known = label.count.pages() >= share(kLabelShare);
    label.is_prefix = label.prefix_count.pages() >= share(kLabelShare);
  }
}

void LearnedPages::find_choices() {
  struct Choices {
    PageCount pages;
    std::uint32_t texts = 0;
    std::uint32_t most = 0;  // pages with the commonest text
  };
  std::vector<Choices> at(place_numbers_.size());
  for (std::uint32_t number = 0; number < pages_.size(); ++number) {
    for (const std::uint32_t placed : pages_[number].text_numbers) {
      const PlacedText& text = placed_texts_[placed];
      Choices& choices = at[text.place];
      choices.pages.add(number);
      ++choices.texts;
      choices.most = std::max(choices.most, text.count.pages());
    }
  }
  for (PlacedText& text : placed_texts_) {
    if (!text.is_text) continue;
    const Choices& choices = at[text.place];
    const auto pages = static_cast<double>(choices.pages.pages());
    text.is_choice = choices.texts <= kAlone * pages && choices.most < kCommonest * pages;
  }
}

void LearnedPages::find_labels() {
  for (LearnedPage& page : pages_) {
    const std::size_t count = page.nodes.texts.size();
    page.labels.resize(count, kNone);
    page.label_texts.resize(count, kNone);
    std::uint32_t last = kNone;
    std::uint32_t last_text = kNone;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t prefix = placed_texts_[page.text_numbers[i]].prefix;
      const bool has_own = prefix != kNone && labels_[prefix].is_prefix;
      page.labels[i] = has_own ? prefix : last;
      page.label_texts[i] = has_own ? i : last_text;
      if (is_label(page.text_numbers[i])) {
        last = placed_texts_[page.text_numbers[i]].label;
        last_text = i;
      }
    }
  }
}

}  // namespace pagekin::skeleton
