// pq_gram: the small pieces, called pq-grams, that two trees share.
//
//     2 |A n B| / (|A| + |B|)
//
// on the bags of pq-grams (see features/pq_grams.h). It is one minus the pq-gram distance,
// which approximates tree edit distance at a fraction of the cost.
//
// Source: Augsten, Boehlen, Gamper: Approximate Matching of Hierarchical Data Using
// pq-Grams, VLDB 2005, as described by Grigalis, Cenys: Using XPaths of Inbound Links to
// Cluster Template-Generated Web Pages, 2014, section 3.2; p = 2 and q = 3 as in section 4.3.
// Cost: O(|A| + |B|), no allocation.
// Limits: different trees can have equal bags.
#include "pagekin/measure/set_measure.h"

namespace pagekin::measure {
namespace {

class PqGram final : public SetMeasure {
 public:
  int p = 2;
  int q = 3;

  static constexpr auto params = std::tuple{
      param("p", &PqGram::p, 1, 10,
            "number of elements in the stem: an element and its nearest ancestors"),
      param("q", &PqGram::q, 1, 10, "number of neighbouring children in the base"),
  };

  Needs needs() const override { return {.pq_gram_p = p, .pq_gram_q = q}; }
  SortedHashes set_of(const Features& page) const override { return page.pq_grams; }
  Overlap overlap() const override { return Overlap::kDice; }
  std::string_view members() const override { return "pq-grams"; }
};

}  // namespace

MeasureInfo pq_gram() {
  return {.name = "pq_gram",
          .summary = "share of pq-grams that two trees have in common",
          .references = {{"augsten2005"}},
          .cost = "O(n)",
          .options = documented<PqGram>(),
          .make = configured<Measure, PqGram>,
          .words = "pq-grams, tree edit distance, approximate tree matching, n-grams"};
}

}  // namespace pagekin::measure
