// The selectors that are written for a tool, and the regular expressions with which the tool cuts
// values out of texts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pagekin/extraction/find_selectors.h"

namespace pagekin::report {

using extraction::CellSelectors;
using extraction::FieldSelectors;
using extraction::RecordSelectors;
using extraction::TemplateSelectors;
using wrapper::SuggestedSelector;

// Regular expressions that Python, JavaScript and PCRE read alike; their first group is the part.
// Empty: the whole text.
std::string regex_of(const rows::Cut& cut);
std::string regex_of(const wrapper::TextPart& part);

// Matches each separator of a list in one text, the longest first; empty: there are none.
std::string regex_of(const std::vector<std::string>& separators);

// The best selector that CSS can say, if possible one that finds nothing on pages without the
// field; null: CSS can say none. Below a row it must find the same element in each row.
const SuggestedSelector* best_css(const std::vector<SuggestedSelector>& selectors);
const SuggestedSelector* best_css(const CellSelectors& cell);

// Selectors to try one after the other; the first that finds something gives the value. On pages
// without the field all must find nothing; if each finds something on some, the best alone does
// least harm.
std::vector<SuggestedSelector> in_turn(const std::vector<SuggestedSelector>& selectors);

// Why a record, or the cell of one, has no selectors; empty: it has.
std::string_view why_without(const RecordSelectors& record);
std::string_view why_without(const CellSelectors& cell);
std::string_view why_without(const FieldSelectors& field);

// "12 of 13", and ", 2 where there is none".
std::string rate(const SuggestedSelector& selector);
std::string extra(const SuggestedSelector& selector);

// What a tool does not get, and why.
struct LeftOut {
  std::string name;
  std::string_view why;
};
std::vector<LeftOut> left_out(const TemplateSelectors& found, bool is_css);

}  // namespace pagekin::report
