#include "pagekin/skeleton/near_label.h"

#include "pagekin/skeleton/places.h"

namespace pagekin::skeleton {
namespace {

constexpr std::uint32_t kNearLevels = 3;  // from a text up to what holds its label, too
constexpr std::uint32_t kMostBetween = 1;
constexpr std::uint32_t kMostLevelsUp = 16;  // that are looked at from any text

// Parents come before their children, so the larger number is never above the other.
bool is_inside(const PageNodes& page, std::uint32_t element, std::uint32_t outer) {
  for (std::uint32_t level = 0; element > outer && level < kMostLevelsUp; ++level) {
    element = page.nodes[element].parent;
  }
  return element == outer;
}

// Whether a text of this element is that of a link or button.
bool is_action(const PageNodes& page, std::uint32_t element) {
  for (int level = 0; level < 2 && element != 0; ++level) {
    switch (page.nodes[element].tag) {
      case html::kTagA:
      case html::kTagButton:
      case html::kTagOption:
        return true;
      default:
        element = page.nodes[element].parent;
    }
  }
  return false;
}

}  // namespace

bool is_near_label(const PageNodes& page, std::uint32_t label, std::uint32_t text) {
  if (label == text) return true;
  // The children of the lowest element that holds both: one holds the label, one the text. Either
  // may be the element itself.
  std::uint32_t above_text = page.texts[text].element;
  std::uint32_t above_label = page.texts[label].element;
  std::uint32_t text_part = above_text;
  std::uint32_t label_part = above_label;
  std::uint32_t levels = 0;
  std::uint32_t climbed = 0;
  while (above_text != above_label) {
    if (above_text > above_label) {
      if (++levels > kNearLevels) return false;
      text_part = above_text;
      above_text = page.nodes[above_text].parent;
    } else {
      if (++climbed > kMostLevelsUp) return false;
      label_part = above_label;
      above_label = page.nodes[above_label].parent;
    }
  }
  const std::uint32_t common = above_text;
  std::uint32_t between = 0;
  for (std::uint32_t i = label + 1; i < text; ++i) {
    if (!has_letters(page.text(page.texts[i]))) continue;
    const std::uint32_t element = page.texts[i].element;
    const bool is_in_parts = is_inside(page, element, text_part) || element == common;
    if (!is_in_parts || ++between > kMostBetween) return false;
  }
  if (label_part == common) return true;  // a text beside the value's own element
  for (std::uint32_t i = label; i-- > 0;) {
    if (!is_inside(page, page.texts[i].element, label_part)) break;
    if (has_letters(page.text(page.texts[i]))) return false;
  }
  return true;
}

bool has_near_label(const LearnedPage& page, std::uint32_t text) {
  const std::uint32_t label = page.label_texts[text];
  const bool may_name = !is_action(page.nodes, page.nodes.texts[label].element) ||
                        page.nodes.text(page.nodes.texts[label]).ends_with(':');
  return label == text || (may_name && is_near_label(page.nodes, label, text));
}

}  // namespace pagekin::skeleton
