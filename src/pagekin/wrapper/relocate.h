// Where fields are after a redesign.
//
// The rules of the old design know some values of each field and the labels before it. A text of a
// new page that is one of these values, or stands behind one of these labels and looks like a
// value, is a guess; the guesses of all pages are the labels from which learn_fields() learns
// rules for the new design. Its selectors must agree with most of the guesses.
//
// Cost: that of learn_fields().
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/wrapper/learn.h"
#include "pagekin/wrapper/wrapper.h"

namespace pagekin::wrapper {

struct Relocation {
  std::string field;
  double confidence = 0;       // share of the pages with a value, times the agreement; 0: not found
  std::uint32_t by_value = 0;  // pages that have a known value at the new place
  std::uint32_t pages = 0;
  std::string example;
  std::string label;  // the text before it on the page of the example
};

struct Relocated {
  TemplateRules rules;             // of the new design, with the fields that were found
  std::vector<Relocation> fields;  // one for each field of the old rules
};

Relocated relocate_fields(const TemplateRules& before, std::span<const PageSlots* const> pages,
                          std::span<const std::string_view> addresses);

}  // namespace pagekin::wrapper
