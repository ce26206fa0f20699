// Labels of other fields: a value behind one of them is not a value of this field.
//
// A field that has a label on all labelled pages is distinguished from its neighbours by theirs:
// labels that stand before other texts on pages where the field stands behind its own, in the same
// way as its own stands before the field, and never before the field itself. The same for texts
// that begin with their own label: "Invoice: $12" is no "Price: $12"; and for numbers that have
// their label behind them, if both are all that their row has: "3 Baths" is no "3 Beds".
//
// Where the name of the field is the label right before its labelled values ("Date"), another text
// that stands there in the same way ("Left in") contradicts, however few pages have it. That is no
// proof, so such a value is in doubt. A form of the name ("Dates") does not contradict.
//
// Cost: time linear in the texts of all pages.
#pragma once

#include <cstdint>
#include <vector>

#include "pagekin/wrapper/place_labels.h"
#include "pagekin/wrapper/template_pages.h"
#include "pagekin/wrapper/weigh_selectors.h"

namespace pagekin::wrapper {

// The label right behind a text, as a hash that is that of no other label, if the two are all texts
// of an element; 0: there is none.
std::uint64_t label_right_behind(const PageSlots& page, const Vocabulary& vocabulary,
                                 std::uint32_t slot);

// Hashes, ascending.
std::vector<std::uint64_t> foreign_labels(const TemplatePages& pages, const PlacedField& field,
                                          const FieldVotes& votes);

OwnLabel own_label(const TemplatePages& pages, const PlacedField& field, const FieldVotes& votes);

// Whether another text stands before a slot as the own label stands before labelled values.
bool is_behind_other_label(const FieldRule& rule, const PageSlots& page, std::uint32_t slot);

}  // namespace pagekin::wrapper
