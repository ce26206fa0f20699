// What speaks for a value that was found on a page.
#pragma once

#include <cstdint>
#include <span>

#include "pagekin/wrapper/extent.h"
#include "pagekin/wrapper/same_place.h"
#include "pagekin/wrapper/vote.h"
#include "pagekin/wrapper/wrapper.h"

namespace pagekin::wrapper {

struct Evidence {
  double share = 0;    // of the winner among the votes for values
  double support = 0;  // of the winner, as a part of what is usual for the field; at most 1
  double present = 0;  // of the votes for the winner and for absence, the share of the winner
  // How much more the slot resembles the labelled one than any other slot of the labelled pages,
  // as a part of how much the labelled one resembles itself; from -1 to 1.
  double place = 0;
  // The value has a neighbour of its kind on a side on which the labelled ones had none: it may be
  // one of a list, or the first paragraph of several.
  bool has_neighbour = false;
  // Something stands in the value's container, or between the values of a list, that the labelled
  // ones did not have there. It was left out, but nobody has said that it should be.
  bool has_unseen = false;
  // Another text stands where the label of the field stood on labelled pages.
  bool has_other_label = false;
};

// A factor of the confidence. A slot that is hardly more like the labelled one than like others of
// its page, and a value that may be one of several, are in doubt. The bounds were read from the
// share of right answers by `place` (decision 44): above kClearPlace it no longer rises.
constexpr double kClearPlace = 0.25;
double trust_in(const Evidence& evidence);

// How much the labelled slots of a field resemble themselves, at best.
float likeness_of_labels(std::span<const ReferenceKey> references, const FieldReferences& field);

// `place` of Evidence.
double place_evidence(std::span<const Likeness> likenesses, const FieldReferences& field,
                      float labelled);

// Where an element like that of the value stands right before or behind it, in a list within its
// item, or beyond a mark or short word that joins the two. Where the value shares its element with
// other texts: where they stand.
Neighbours neighbours_of(const PageSlots& page, const Vocabulary& vocabulary,
                         const SlotRange& range);

}  // namespace pagekin::wrapper
