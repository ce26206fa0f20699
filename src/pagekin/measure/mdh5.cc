// mdh5: 1 for pages with the same tag sequence up to the end of the head, else 0.
//
// Source: Hachenberg, Gottron: Locality Sensitive Hashing for Scalable Structural
// Classification and Clustering of Web Documents, CIKM 2013, section 4.2. Our
// hash is another one, which changes nothing: see features/tag_hash.h.
// Cost: O(1).
#include "pagekin/measure/equal_hash.h"

namespace pagekin::measure {

MeasureInfo mdh5() {
  using Mdh5 = EqualHash<&Features::head_hash, &Needs::head_hash>;
  return {.name = "mdh5",
          .summary = "1 for the same tag sequence up to the end of the head, else 0",
          .references = {{"hachenberg2013"}},
          .cost = "O(1)",
          .options = {},
          .make = configured<Measure, Mdh5>,
          .paper_row = 7,
          .words = "hash, head, exact duplicates"};
}

}  // namespace pagekin::measure
