// common_path_shingles: the runs of neighbouring root-to-leaf paths that two trees share.
//
//     |A n B| / max(|A|, |B|)
//
// on the sets of shingles of the list of root-to-leaf tag paths in document order (CPS).
//
// Source: Hachenberg, Gottron: Locality Sensitive Hashing for Scalable Structural
// Classification and Clustering of Web Documents, CIKM 2013, section 4.2.
// Cost: O(|A| + |B|), no allocation.
#include "pagekin/measure/set_measure.h"

namespace pagekin::measure {
namespace {

class CommonPathShingles final : public SetMeasure {
 public:
  int shingle = 4;

  static constexpr auto params = std::tuple{
      param("shingle", &CommonPathShingles::shingle, 1, 100,
            "number of neighbouring paths in a shingle"),
  };

  Needs needs() const override { return {.leaf_path_shingle = shingle}; }
  SortedHashes set_of(const Features& page) const override { return page.leaf_path_shingles; }
  Overlap overlap() const override { return Overlap::kShareOfLarger; }
  std::string_view members() const override { return "shingles of paths to leaves"; }
};

}  // namespace

MeasureInfo common_path_shingles() {
  return {.name = "common_path_shingles",
          .summary =
              "number of common shingles of root-to-leaf tag paths relative to the page with more "
              "shingles",
          .references = {{"hachenberg2013"}},
          .cost = "O(n)",
          .options = documented<CommonPathShingles>(),
          .make = configured<Measure, CommonPathShingles>,
          .paper_row = 4,
          .words = "common path shingles, CPS, Buttler, w-shingling, tag paths, XPath"};
}

}  // namespace pagekin::measure
