// Which place of a labelled value is meant where the value stands at several.
//
// Places that give the same values on other pages are one. Of others those count that are named
// like the field: `owner` behind "Owner:". A place that is named like another labelled field is
// that field's. If names do not decide, the place that selectors prefer is taken; it is in doubt if
// another one is nearly as plausible, which is counted by how many pages have a value there, how
// often the values differ, and how much they look like the labelled one.
//
// Cost: that of weighing the selectors of a field (weigh_selectors.h) for each of up to kMaxPlaces
// places of an ambiguous label.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/wrapper/key_matches.h"
#include "pagekin/wrapper/place_labels.h"
#include "pagekin/wrapper/weigh_selectors.h"

namespace pagekin::wrapper {

// Takes places from fields that are named like another field with the same label.
void divide_named_places(const TemplatePages& pages, std::span<PlacedField> placed);

struct SettledPlaces {
  PlacedField field;              // with the places that count
  std::uint32_t differs = kNone;  // a page on which another plausible place has another value
  std::vector<SlotRange> rivals;  // plausible places with other values, the chosen one first
};

SettledPlaces settle_places(const TemplatePages& pages, const KeyMatches& matches,
                            const PlacedField& field, const FieldVotes& votes,
                            const LearnOptions& options);

}  // namespace pagekin::wrapper
