#include "pagekin/wrapper/values_together.h"

#include <algorithm>
#include <iterator>

#include "pagekin/core/text.h"
#include "pagekin/wrapper/value_text.h"

namespace pagekin::wrapper {
namespace {

bool is_above(const PageSlots& page, std::uint32_t above, std::uint32_t element) {
  while (element != kNone && page.elements[element].depth > page.elements[above].depth) {
    element = page.elements[element].parent;
  }
  return element == above;
}

// Elements like one: of its identity, in a parent of the identity of its parent, which is the same
// or one within the other.
class ValueLine {
 public:
  ValueLine(const PageSlots& page, const Vocabulary& vocabulary, std::uint32_t element)
      : page_(page),
        vocabulary_(vocabulary),
        element_(element),
        identity_(identity_of(page, vocabulary, element)),
        parent_identity_(identity_of(page, vocabulary, page.elements[element].parent)) {}

  std::vector<SlotRange> values() const {
    std::vector<SlotRange> found;
    for (std::uint32_t at = element_; at != kNone && found.size() < kMostTogether;) {
      found.push_back({page_.elements[at].first_text, page_.elements[at].last_text});
      at = before(at);
    }
    std::ranges::reverse(found);
    const std::size_t most = found.size() + kMostTogether;
    for (std::uint32_t at = after(element_); at != kNone && found.size() < most; at = after(at)) {
      found.push_back({page_.elements[at].first_text, page_.elements[at].last_text});
    }
    return found;
  }

 private:
  std::uint32_t after(std::uint32_t element) const {
    const std::uint32_t next = page_.elements[element].last_text + 1;
    const std::uint32_t like = like_with(next, element, &Element::first_text);
    return like == kNone && joins(next, element)
               ? like_with(next + 1, element, &Element::first_text)
               : like;
  }
  std::uint32_t before(std::uint32_t element) const {
    const std::uint32_t first = page_.elements[element].first_text;
    if (first == 0) return kNone;
    const std::uint32_t like = like_with(first - 1, element, &Element::last_text);
    return like == kNone && first > 1 && joins(first - 1, element)
               ? like_with(first - 2, element, &Element::last_text)
               : like;
  }

  bool joins(std::uint32_t text, std::uint32_t element) const {
    return text < page_.text_count && page_.slots[text].element == page_.elements[element].parent &&
           is_joint(page_.value(text));
  }

  // The element like `element` that begins or ends with a text.
  std::uint32_t like_with(std::uint32_t text, std::uint32_t element,
                          std::uint32_t Element::*end) const {
    if (text >= page_.text_count) return kNone;
    const std::uint32_t own_parent = page_.elements[element].parent;
    for (std::uint32_t at = page_.slots[text].element; at != kNone;
         at = page_.elements[at].parent) {
      const Element& one = page_.elements[at];
      if (one.*end != text || one.parent == kNone) return kNone;
      const bool is_like =
          identity_of(page_, vocabulary_, at) == identity_ &&
          identity_of(page_, vocabulary_, one.parent) == parent_identity_ &&
          (is_above(page_, one.parent, own_parent) || is_above(page_, own_parent, one.parent)) &&
          may_have_one_name(page_, at, element);
      if (is_like) return at;
    }
    return kNone;
  }

  const PageSlots& page_;
  const Vocabulary& vocabulary_;
  std::uint32_t element_;
  std::uint64_t identity_;
  std::uint64_t parent_identity_;
};

// The texts of the element of a text, if there are none between them but marks.
std::vector<SlotRange> texts_of_one_element(const PageSlots& page, std::uint32_t text) {
  const Element& own = page.elements[page.slots[text].element];
  std::vector<SlotRange> texts;
  for (std::uint32_t at = own.first_text; at <= own.last_text; ++at) {
    if (page.slots[at].element != page.slots[text].element || !page.slots[at].is_apart) return {};
    if (std::ranges::any_of(page.value(at), is_word_byte)) texts.push_back({at, at});
  }
  return texts;
}

}  // namespace

bool is_joint(std::string_view text) {
  constexpr std::ptrdiff_t most_letters = 3;
  return std::ranges::count_if(text, is_word_byte) <= most_letters &&
         std::ranges::none_of(text, is_digit);
}

std::vector<SlotRange> values_together(const PageSlots& page, const Vocabulary& vocabulary,
                                       const SlotRange& value) {
  std::vector<SlotRange> best{value};
  const std::vector<std::uint32_t> around = elements_with(page, value);
  if (around.empty() && value.first == value.last) {
    std::vector<SlotRange> texts = texts_of_one_element(page, value.first);
    if (std::ranges::find(texts, value) != texts.end()) best = std::move(texts);
  }
  for (const std::uint32_t element : around) {
    if (page.elements[element].parent == kNone) break;
    std::vector<SlotRange> values = ValueLine(page, vocabulary, element).values();
    if (values.size() > 1) return values;
  }
  return best;
}

}  // namespace pagekin::wrapper
