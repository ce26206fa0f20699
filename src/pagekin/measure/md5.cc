// md5: 1 for pages with the same tag sequence, else 0.
//
// Source: Hachenberg, Gottron: Locality Sensitive Hashing for Scalable Structural
// Classification and Clustering of Web Documents, CIKM 2013, section 4.2. Our
// hash is another one, which changes nothing: see features/tag_hash.h.
// Cost: O(1).
#include "pagekin/measure/equal_hash.h"

namespace pagekin::measure {

MeasureInfo md5() {
  using Md5 = EqualHash<&Features::tag_hash, &Needs::tag_hash>;
  return {.name = "md5",
          .summary = "1 for the same tag sequence, else 0",
          .references = {{"hachenberg2013"}},
          .cost = "O(1)",
          .options = {},
          .make = configured<Measure, Md5>,
          .paper_row = 6,
          .words = "hash, exact duplicates"};
}

}  // namespace pagekin::measure
