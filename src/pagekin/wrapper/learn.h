// Learns the fields of a template from labelled pages and from all its other pages.
//
// The steps, for each field: where its labels are (place_labels.h), or its name, if labelled pages
// lack it (name_labels.h); what else has the keys of these
// slots (key_matches.h); which selectors are good (weigh_selectors.h); whether a value is a part of
// a text (text_part.h) or a list (list_keys.h); which labels are those of other fields
// (foreign_labels.h); what values look like (profile_field.h). Pages without labels decide most of
// it, so one labelled page is often enough. At last the rules are applied to the labelled pages,
// which must give their labels.
//
// Cost: time O(slots * families + fields * selectors * pages); memory of the pages.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/wrapper/place_labels.h"
#include "pagekin/wrapper/weigh_selectors.h"
#include "pagekin/wrapper/wrapper.h"

namespace pagekin::wrapper {

struct LearnedField {
  FieldRule rule;
  bool is_found = false;      // false: no labelled page has the value, see `problems` of the labels
  double doubt = 0;           // share of pages on which the vote is close
  std::uint32_t ask = kNone;  // the page to label next; kNone: none is in doubt
  bool is_named = false;  // no label has a value; its name is a text of pages, see name_labels.h
  // A labelled value that stands at several places which differ on other pages: what stands around
  // each, the chosen one first.
  std::vector<std::string> places;
  // Labelled pages on which the rules do not give the labels, and what they give; empty: nothing.
  struct Lost {
    std::uint32_t page = 0;
    std::string given;
  };
  std::vector<Lost> lost;
};

// `pages`: of one template. `addresses`: their addresses, or nothing. Sets vocabulary and fields,
// and the number of pages, and nothing else of the rules.
std::vector<LearnedField> learn_fields(std::span<const PageSlots* const> pages,
                                       std::span<const std::string_view> addresses,
                                       std::span<const LabelledField> fields,
                                       const LearnOptions& options, TemplateRules& rules);

}  // namespace pagekin::wrapper
