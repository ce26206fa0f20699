// The vote of the selectors of a field on one page.
//
// Each selector votes for the value that it finds, or for none. For a value counts, of each family
// of keys, its strongest selector only: selectors of a family are of one mind.
//
// Silence counts, too. A selector that found a value on nearly all pages of the template and finds
// none here says that the field is absent; one that often finds none says little. What
// is anchored in a text of the template says more than what is not. Of a family that found the
// winner only what exceeds that counts.
//
// Cost: O(votes log votes).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/wrapper/keys.h"

namespace pagekin::wrapper {

struct Vote {
  Family family = Family::kEnd;
  float weight = 0;
  float silence = 0;        // what the selector says if it finds none
  std::uint64_t value = 0;  // hash; 0: none
};

struct Outcome {
  std::uint64_t value = 0;  // 0: no selector found one
  double support = 0;       // sum of the weights for it
  double total = 0;         // for all values
  double absent = 0;        // sum of the weights for the absence of the field

  // Of the votes for values, the share of the winner.
  double share() const { return total > 0 ? support / total : 0; }
};

// Of values with equal support that wins which the first selector found.
Outcome count_votes(std::span<const Vote> votes);

}  // namespace pagekin::wrapper
