// tag_shingles: the runs of neighbouring tags that two pages share.
//
//     |A n B| / |A u B|
//
// on the sets of shingles of the tag sequence (CTSS).
//
// Source: Hachenberg, Gottron: Locality Sensitive Hashing for Scalable Structural
// Classification and Clustering of Web Documents, CIKM 2013, section 4.2, also for
// the threshold of classifiers.
// Cost: O(|A| + |B|), no allocation.
#include "pagekin/measure/set_measure.h"

namespace pagekin::measure {
namespace {

class TagShingles final : public SetMeasure {
 public:
  int shingle = 4;

  static constexpr auto params = std::tuple{
      param("shingle", &TagShingles::shingle, 1, 100, "number of neighbouring tags in a shingle"),
  };

  Needs needs() const override { return {.tag_shingle = shingle}; }
  SortedHashes set_of(const Features& page) const override { return page.tag_shingles; }
  Overlap overlap() const override { return Overlap::kJaccard; }
  std::string_view members() const override { return "shingles of tags"; }
  std::optional<float> fixed_threshold() const override { return 0.8F; }
};

}  // namespace

MeasureInfo tag_shingles() {
  return {.name = "tag_shingles",
          .summary = "Jaccard similarity of the shingles of the tag sequence",
          .references = {{"hachenberg2013"}},
          .cost = "O(n)",
          .options = documented<TagShingles>(),
          .make = configured<Measure, TagShingles>,
          .paper_row = 5,
          .words = "w-shingling, n-grams, near duplicates, Broder, Jaccard"};
}

}  // namespace pagekin::measure
