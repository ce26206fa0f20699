// style: the CSS class names that two pages share.
//
//     |A n B| / |A u B|
//
// on the sets of class names.
//
// Source: Gowda, Mattmann: Clustering Web Pages Based on Structure and Style
// Similarity, 2016, section 4.
// Cost: O(|A| + |B|), no allocation.
// Limits: pages of one site often share their classes, whatever their template. Two pages
// without classes have similarity 1.
#include "pagekin/measure/set_measure.h"

namespace pagekin::measure {
namespace {

class Style final : public SetMeasure {
 public:
  Needs needs() const override { return {.class_names = true}; }
  SortedHashes set_of(const Features& page) const override { return page.class_names; }
  Overlap overlap() const override { return Overlap::kJaccard; }
  std::string_view members() const override { return "class names"; }
};

}  // namespace

MeasureInfo style() {
  return {.name = "style",
          .summary = "Jaccard similarity of the sets of CSS class names",
          .references = {{"gowda2016"}},
          .cost = "O(n)",
          .options = documented<Style>(),
          .make = configured<Measure, Style>,
          .words = "CSS, class names, stylistic similarity, Jaccard"};
}

}  // namespace pagekin::measure
