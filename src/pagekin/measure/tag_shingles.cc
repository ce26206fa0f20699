// tag_shingles: the runs of neighbouring tags that two pages share.
//
//     |A n B| / |A u B|
//
// on the sets of shingles of the tag sequence (CTSS).
//
// Source: Hachenberg, Gottron: Locality Sensitive Hashing for Scalable Structural
// Classification and Clustering of Web Documents, CIKM 2013, section 4.2.
// Cost: O(|A| + |B|), no allocation.
#include "pagekin/measure/measure.h"
#include "pagekin/measure/overlap.h"

namespace pagekin::measure {
namespace {

class TagShingles final : public Measure {
 public:
  int shingle = 4;

  static constexpr auto params = std::tuple{
      param("shingle", &TagShingles::shingle, 1, 100, "neighbouring tags of a shingle"),
  };

  Needs needs() const override { return {.tag_shingle = shingle}; }
  double similarity(const Features& a, const Features& b, double at_least) const override {
    return jaccard(a.tag_shingles, b.tag_shingles, at_least);
  }
  Evidence evidence(const Features& a, const Features& b) const override {
    return {.what = "shingles of tags",
            .sizes = {a.tag_shingles.size(), b.tag_shingles.size()},
            .shared = common_count(a.tag_shingles, b.tag_shingles)};
  }
};

}  // namespace

MeasureInfo tag_shingles() {
  return {.name = "tag_shingles",
          .summary = "Jaccard similarity of the shingles of the tag sequence",
          .reference = "Hachenberg, Gottron, CIKM 2013",
          .cost = "O(n)",
          .options = documented<TagShingles>(),
          .make = configured<Measure, TagShingles>};
}

}  // namespace pagekin::measure
