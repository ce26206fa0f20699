// Learns the fields of a template from labelled pages and from all its other pages.
//
// Candidates are the keys of all slots of labelled pages that hold a true value. The weight of a
// selector is a product: is it right on labelled pages; and, on all pages, does it find something,
// is that alone in having the key, is it content and not a text of the template, does it look like
// a true value, does the same text stand before it everywhere, do the values differ? Then selectors
// vote, and twice each weight is multiplied by the square of its agreement with the winners. Pages
// without labels decide most of it, so one labelled page is often enough.
//
// A value is a slot, a part of one (text_part.h), several texts (Extent), or a list of slots.
//
// Cost: time O(slots * families + fields * selectors * pages); memory of the pages.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "pagekin/wrapper/wrapper.h"

namespace pagekin::wrapper {

// A field on a labelled page. Without values and slots: the page does not have the field.
struct FieldLabel {
  std::uint32_t page = 0;            // among the pages of the template
  std::vector<std::string> values;   // as features::readable_text() makes them
  std::vector<std::uint32_t> slots;  // in place of values: the slots themselves
};

struct LabelledField {
  std::string name;
  std::vector<FieldLabel> labels;
};

// The constants of the weights and of the vote; bench/extraction_report.py tells how they were
// chosen.
struct LearnOptions {
  double hit = 8;
  double coverage = 1;
  double fixed = 4;
  double shape = 1;
  double unique = 2;
  double agreement = 2;
  double previous = 2;
  double count = 2;
  double distinct = 1;
  double constant = 0.98;
  double silence = 4;          // exponent of the coverage of a selector that votes for absence
  double silence_other = 0.3;  // of what is not anchored in a text
  bool foreign = true;         // look for labels of other fields
  int rounds = 2;
  std::size_t max_selectors = 40;  // kept of a field
  // For measuring what each idea is worth.
  bool only_path = false;  // an absolute path and nothing else
  bool only_best = false;  // the best selector and no vote
};

struct LearnedField {
  FieldRule rule;
  bool is_found = false;      // false: no labelled page has the value, see `problems` of the labels
  double doubt = 0;           // share of pages on which the vote is close
  std::uint32_t ask = kNone;  // the page to label next; kNone: none is in doubt
};

// How a label was found on its page.
struct LabelPlace {
  std::vector<std::uint32_t> slots;
  Extent extent;
  bool is_part = false;
  bool is_address = false;
};

// Finds the value on the page: as a slot; as a part of a text; as several texts. `base`: the
// address of the page. Empty if it is not there.
LabelPlace place_value(const PageSlots& page, std::string_view value, std::string_view base = {});

// The slot value that resembles the text most; for messages.
std::string nearest_value(const PageSlots& page, std::string_view value);

// `pages`: of one template. `addresses`: their addresses, or nothing. Sets vocabulary and fields,
// and nothing else of the rules.
std::vector<LearnedField> learn_fields(std::span<const PageSlots* const> pages,
                                       std::span<const std::string_view> addresses,
                                       std::span<const LabelledField> fields,
                                       const LearnOptions& options, TemplateRules& rules);

}  // namespace pagekin::wrapper
