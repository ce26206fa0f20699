// common_path_shingles: the runs of neighbouring root-to-leaf paths that two trees share.
//
//     |A n B| / max(|A|, |B|)
//
// on the sets of shingles of the list of root-to-leaf tag paths in document order (CPS).
//
// Source: Hachenberg, Gottron: Locality Sensitive Hashing for Scalable Structural
// Classification and Clustering of Web Documents, CIKM 2013, section 4.2.
// Cost: O(|A| + |B|), no allocation.
#include "pagekin/measure/measure.h"
#include "pagekin/measure/overlap.h"

namespace pagekin::measure {
namespace {

class CommonPathShingles final : public Measure {
 public:
  int shingle = 4;

  static constexpr auto params = std::tuple{
      param("shingle", &CommonPathShingles::shingle, 1, 100, "neighbouring paths of a shingle"),
  };

  Needs needs() const override { return {.leaf_path_shingle = shingle}; }
  double similarity(const Features& a, const Features& b, double at_least) const override {
    return share_of_larger(a.leaf_path_shingles, b.leaf_path_shingles, at_least);
  }
  Evidence evidence(const Features& a, const Features& b) const override {
    return {.what = "shingles of paths to leaves",
            .sizes = {a.leaf_path_shingles.size(), b.leaf_path_shingles.size()},
            .shared = common_count(a.leaf_path_shingles, b.leaf_path_shingles)};
  }
};

}  // namespace

MeasureInfo common_path_shingles() {
  return {.name = "common_path_shingles",
          .summary = "common shingles of root-to-leaf tag paths over the larger number of them",
          .reference = "Hachenberg, Gottron, CIKM 2013",
          .cost = "O(n)",
          .options = documented<CommonPathShingles>(),
          .make = configured<Measure, CommonPathShingles>};
}

}  // namespace pagekin::measure
