// common_paths: the paths from the root to a leaf that two trees share.
//
//     |A n B| / max(|A|, |B|)
//
// on the sets of root-to-leaf tag paths without indices (CP).
//
// Source: Grigalis, Cenys: Using XPaths of Inbound Links to Cluster Template-Generated
// Web Pages, section 3.2, equation 3;
// Hachenberg, Gottron: Locality Sensitive Hashing for Scalable Structural
// Classification and Clustering of Web Documents, CIKM 2013, section 4.2.
// Cost: O(|A| + |B|), no allocation.
#include "pagekin/measure/measure.h"
#include "pagekin/measure/overlap.h"

namespace pagekin::measure {
namespace {

class CommonPaths final : public Measure {
 public:
  Needs needs() const override { return {.leaf_paths = true}; }
  double similarity(const Features& a, const Features& b, double at_least) const override {
    return share_of_larger(a.leaf_paths, b.leaf_paths, at_least);
  }
  Evidence evidence(const Features& a, const Features& b) const override {
    return {.what = "paths to leaves",
            .sizes = {a.leaf_paths.size(), b.leaf_paths.size()},
            .shared = common_count(a.leaf_paths, b.leaf_paths)};
  }
};

}  // namespace

MeasureInfo common_paths() {
  return {.name = "common_paths",
          .summary = "common root-to-leaf tag paths over the larger number of them",
          .reference = "Grigalis, Cenys; Hachenberg, Gottron, CIKM 2013",
          .cost = "O(n)",
          .options = documented<CommonPaths>(),
          .make = configured<Measure, CommonPaths>};
}

}  // namespace pagekin::measure
