// style: the CSS class names that two pages share.
//
//     |A n B| / |A u B|
//
// on the sets of class names.
//
// Source: Gowda, Mattmann: Clustering Web Pages Based on Structure and Style
// Similarity, section 4.
// Cost: O(|A| + |B|), no allocation.
// Limits: pages of one site often share their classes, whatever their template. Two
// pages without classes are alike.
#include "pagekin/measure/measure.h"
#include "pagekin/measure/overlap.h"

namespace pagekin::measure {
namespace {

class Style final : public Measure {
 public:
  Needs needs() const override { return {.class_names = true}; }
  double similarity(const Features& a, const Features& b, double at_least) const override {
    return jaccard(a.class_names, b.class_names, at_least);
  }
  Evidence evidence(const Features& a, const Features& b) const override {
    return {.what = "class names",
            .sizes = {a.class_names.size(), b.class_names.size()},
            .shared = common_count(a.class_names, b.class_names)};
  }
};

}  // namespace

MeasureInfo style() {
  return {.name = "style",
          .summary = "Jaccard similarity of the sets of CSS class names",
          .reference = "Gowda, Mattmann, 2016",
          .cost = "O(n)",
          .options = documented<Style>(),
          .make = configured<Measure, Style>};
}

}  // namespace pagekin::measure
