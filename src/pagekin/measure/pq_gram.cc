// pq_gram: how many small pieces two trees share.
//
//     2 |A n B| / (|A| + |B|)
//
// on the bags of pq-grams (see features/pq_grams.h), one minus the pq-gram distance. It
// follows the tree edit distance at a fraction of the cost.
//
// Source: Augsten, Boehlen, Gamper: Approximate Matching of Hierarchical Data Using
// pq-Grams, VLDB 2005, as told by Grigalis, Cenys: Using XPaths of Inbound Links to
// Cluster Template-Generated Web Pages, section 3.2; p = 2 and q = 3 as in section 4.3.
// Cost: O(|A| + |B|), no allocation.
// Limits: different trees can have equal bags.
#include "pagekin/measure/measure.h"
#include "pagekin/measure/overlap.h"

namespace pagekin::measure {
namespace {

class PqGram final : public Measure {
 public:
  int p = 2;
  int q = 3;

  static constexpr auto params = std::tuple{
      param("p", &PqGram::p, 1, 10, "elements of the stem: one and its nearest ancestors"),
      param("q", &PqGram::q, 1, 10, "neighbouring children of the base"),
  };

  Needs needs() const override { return {.pq_gram_p = p, .pq_gram_q = q}; }
  double similarity(const Features& a, const Features& b, double at_least) const override {
    return dice(a.pq_grams, b.pq_grams, at_least);
  }
  Evidence evidence(const Features& a, const Features& b) const override {
    return {.what = "pq-grams",
            .sizes = {a.pq_grams.size(), b.pq_grams.size()},
            .shared = common_count(a.pq_grams, b.pq_grams)};
  }
};

}  // namespace

MeasureInfo pq_gram() {
  return {.name = "pq_gram",
          .summary = "share of pq-grams that two trees have in common",
          .reference = "Augsten, Boehlen, Gamper, VLDB 2005",
          .cost = "O(n)",
          .options = documented<PqGram>(),
          .make = configured<Measure, PqGram>};
}

}  // namespace pagekin::measure
