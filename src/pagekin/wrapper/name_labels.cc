#include "pagekin/wrapper/name_labels.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "pagekin/core/hash.h"
#include "pagekin/wrapper/value_text.h"

namespace pagekin::wrapper {
namespace {

constexpr std::size_t kMostNamedPages = 3;
constexpr std::size_t kFewestNamedPages = 2;
constexpr std::uint32_t kMostNamedValues = 50;  // of a page

bool holds(const PageSlots& page, std::uint32_t element, std::uint32_t text) {
  const Element& one = page.elements[element];
  return one.first_text != kNone && one.first_text <= text && one.last_text >= text;
}

// The only text of the page that is the name; kNone: none or several.
std::uint32_t text_of_name(const PageSlots& page, std::uint64_t name) {
  std::uint32_t found = kNone;
  for (std::uint32_t i = 0; i < page.text_count; ++i) {
    if (page.slots[i].label != name) continue;
    if (found != kNone) return kNone;
    found = i;
  }
  return found;
}

// The texts of the value behind the name; empty: none, or not clear.
std::vector<std::uint32_t> texts_behind(const TemplatePages& pages, std::size_t number,
                                        std::uint32_t name) {
  const PageSlots& page = pages[number];
  const std::uint32_t next = name + 1;
  const auto is_value = [&](std::uint32_t text) {
    return has_letters(page.value(text)) || has_digits(page.value(text));
  };
  if (next >= page.text_count || !is_value(next)) return {};
  const bool is_label = pages.vocabulary().labels.contains(page.slots[next].label);
  if (is_label && !has_digits(page.value(next))) return {};
  // The outermost element that holds the value and not the name.
  std::uint32_t outer = page.slots[next].element;
  if (holds(page, outer, name)) {
    const bool is_only = page.elements[outer].last_text == next;
    return is_only ? std::vector<std::uint32_t>{next} : std::vector<std::uint32_t>();
  }
  while (page.elements[outer].parent != kNone && !holds(page, page.elements[outer].parent, name)) {
    outer = page.elements[outer].parent;
  }
  const Element& value = page.elements[outer];
  if (value.first_text != next || value.last_text - next >= kMostNamedValues) return {};
  // What holds both holds a text of the name alone beside the value.
  std::uint32_t before = page.slots[name].element;
  while (page.elements[before].parent != kNone &&
         !holds(page, page.elements[before].parent, next)) {
    before = page.elements[before].parent;
  }
  const bool is_alone = holds(page, before, next) || page.elements[before].first_text == name;
  if (!is_alone) return {};
  std::vector<std::uint32_t> texts;
  const Element& kind = page.elements[page.slots[next].element];
  for (std::uint32_t text = next; text <= value.last_text; ++text) {
    const Element& own = page.elements[page.slots[text].element];
    const bool is_alike = own.tag == kind.tag && own.class_hash == kind.class_hash &&
                          own.depth == kind.depth && own.first_text == own.last_text;
    if (text > next && (!is_alike || kind.first_text != kind.last_text || !is_value(text))) {
      return {};
    }
    texts.push_back(text);
  }
  return texts;
}

}  // namespace

std::vector<FieldLabel> labels_by_name(const TemplatePages& pages, const LabelledField& field) {
  std::vector<bool> is_labelled(pages.size());
  for (const FieldLabel& label : field.labels) {
    if (!label.values.empty() || !label.places.empty()) return {};
    is_labelled[label.page] = true;
  }
  const std::uint64_t name = hash_bytes(to_label(field.name));
  struct Named {
    std::size_t page = 0;
    std::vector<std::uint32_t> texts;
  };
  std::vector<Named> named;
  for (std::size_t page = 0; page < pages.size(); ++page) {
    const std::uint32_t at = text_of_name(pages[page], name);
    if (at == kNone) continue;
    std::vector<std::uint32_t> texts = texts_behind(pages, page, at);
    if (texts.empty()) continue;
    if (is_labelled[page]) return {};
    named.push_back({page, std::move(texts)});
  }
  if (named.size() < kFewestNamedPages) return {};
  std::ranges::stable_sort(named, std::greater<>(),
                           [](const Named& one) { return one.texts.size(); });
  named.resize(std::min(named.size(), kMostNamedPages));
  std::vector<FieldLabel> labels;
  for (const Named& one : named) {
    FieldLabel& label = labels.emplace_back();
    label.page = static_cast<std::uint32_t>(one.page);
    for (const std::uint32_t text : one.texts) {
      label.places.push_back(place_of_slot(pages[one.page], text));
    }
  }
  return labels;
}

}  // namespace pagekin::wrapper
