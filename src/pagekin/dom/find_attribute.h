// The attribute of an element that has a name.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "pagekin/core/text.h"
#include "pagekin/dom/tree.h"

namespace pagekin::dom {

// Null: the element has none. A name that is a text may be in any case.
inline const Attribute* find_attribute(const Tree& tree, std::uint32_t element,
                                       AttributeName name) {
  const auto all = tree.attributes_of(element);
  const auto at = std::ranges::find(all, name, &Attribute::known);
  return at == all.end() ? nullptr : &*at;
}
inline const Attribute* find_attribute(const Tree& tree, std::uint32_t element,
                                       std::string_view name) {
  for (const Attribute& attribute : tree.attributes_of(element)) {
    if (equals_ignoring_case(tree.view(attribute.name), name)) return &attribute;
  }
  return nullptr;
}

// Its value as the page spells it; empty if there is none.
template <class Name>
std::string_view spelled_value(const Tree& tree, std::uint32_t element, Name name) {
  const Attribute* const attribute = find_attribute(tree, element, name);
  return attribute == nullptr ? std::string_view() : tree.view(attribute->value);
}

}  // namespace pagekin::dom
