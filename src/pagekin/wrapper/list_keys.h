// Keys of a field with several values on a page: all slots that have the key are values.
//
// Such a key has, on each labelled page, exactly the true values, and agrees with the winners of
// the vote on half of all pages.
//
// Cost: time O(keys * (matches + pages)); most keys are dismissed by their first match.
#pragma once

#include <span>
#include <vector>

#include "pagekin/wrapper/key_matches.h"
#include "pagekin/wrapper/place_labels.h"
#include "pagekin/wrapper/weigh_selectors.h"
#include "pagekin/wrapper/wrapper.h"

namespace pagekin::wrapper {

// The best first; none if no labelled page has several values.
std::vector<Selector> list_keys(const TemplatePages& pages, const KeyMatches& matches,
                                const PlacedField& field, const FieldVotes& votes);

}  // namespace pagekin::wrapper
