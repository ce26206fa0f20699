// common_paths: the paths from the root to a leaf that two trees share.
//
//     |A n B| / max(|A|, |B|)
//
// on the sets of root-to-leaf tag paths without indices (CP).
//
// Source: Grigalis, Cenys: Using XPaths of Inbound Links to Cluster Template-Generated
// Web Pages, 2014, section 3.2, equation 3;
// Hachenberg, Gottron: Locality Sensitive Hashing for Scalable Structural
// Classification and Clustering of Web Documents, CIKM 2013, section 4.2.
// Cost: O(|A| + |B|), no allocation.
#include "pagekin/measure/set_measure.h"

namespace pagekin::measure {
namespace {

class CommonPaths final : public SetMeasure {
 public:
  Needs needs() const override { return {.leaf_paths = true}; }
  SortedHashes set_of(const Features& page) const override { return page.leaf_paths; }
  Overlap overlap() const override { return Overlap::kShareOfLarger; }
  std::string_view members() const override { return "paths to leaves"; }
};

}  // namespace

MeasureInfo common_paths() {
  return {.name = "common_paths",
          .summary = "number of common root-to-leaf tag paths relative to the page with more paths",
          .references = {{"grigalis2014", "section 3.2"}, {"hachenberg2013", "section 4.2"}},
          .cost = "O(n)",
          .options = documented<CommonPaths>(),
          .make = configured<Measure, CommonPaths>,
          .paper_row = 3,
          .words = "common paths, CP, bag of paths, tag paths, XPath, Jaccard"};
}

}  // namespace pagekin::measure
