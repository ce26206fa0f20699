// Which place of a labelled value is meant where the value stands at several.
//
// Places that give the same values on other pages are one. Of others those count that are named
// like the field: `owner` behind "Owner:". A place that is named like another labelled field is
// that field's. If names do not decide, the place that selectors prefer is taken; it is in doubt if
// another one is nearly as plausible, which is counted by how many pages have a value there, how
// often the values differ, and how much they look like the labelled one. Of two fields with the
// same labels neither is sure while another place gives other values.
//
// Among parts of texts, one that counts words ("Ann" in "Miller Ann") gives way to one that marks
// or words of the template bound ("First name: Ann"): names have any number of words.
//
// A value may also be a whole text and, elsewhere, a part of one that says the name of the field
// right before it. Then the part is meant if other pages have as many of these texts, and the field
// is in doubt if they have half as many.
//
// Of several labelled pages that with fewest places is asked.
//
// Cost: that of weighing the selectors of a field (weigh_selectors.h) for each of up to kMaxSettled
// places of an ambiguous label, and once for the parts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/wrapper/key_matches.h"
#include "pagekin/wrapper/place_labels.h"
#include "pagekin/wrapper/weigh_selectors.h"

namespace pagekin::wrapper {

// Takes places from fields that are named like another field with the same label, and notes which
// fields still share theirs.
void divide_named_places(const TemplatePages& pages, std::span<PlacedField> placed);

struct SettledPlaces {
  PlacedField field;              // with the places that count
  bool is_restricted = false;     // these are not all
  std::uint32_t page = kNone;     // of the rivals
  std::uint32_t differs = kNone;  // a page on which another plausible place has another value
  std::vector<SlotRange> rivals;  // plausible places with other values, the chosen one first
};

SettledPlaces settle_places(const TemplatePages& pages, const KeyMatches& matches,
                            const PlacedField& field, const FieldVotes& votes,
                            const LearnOptions& options);

// Whether `parts` are meant and not the whole texts of `field`, which have the votes. If that is
// not clear, sets the rivals.
bool are_parts_meant(const TemplatePages& pages, const KeyMatches& matches,
                     const PlacedField& field, const FieldVotes& votes, const NamedParts& parts,
                     const LearnOptions& options, SettledPlaces& settled);

}  // namespace pagekin::wrapper
