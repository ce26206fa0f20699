// tree_paths: the paths from the root to a leaf that two trees share.
//
//     2 |A n B| / (|A| + |B|)
//
// on the sets of root-to-leaf tag paths, of the whole trees or, with the option `clip`, of
// the trees without inline markup (see features/clip.h).
//
// Source: Zhang, Yang, Niu: Measurement of Web Structural Similarity Based on Subtree
// Matching, 2016, section 4 (TreePaths), clipped as in section 2.2.
// Cost: O(|A| + |B|), no allocation.
#include "pagekin/measure/set_measure.h"

namespace pagekin::measure {
namespace {

class TreePaths final : public SetMeasure {
 public:
  bool clip = true;

  static constexpr auto params = std::tuple{
      flag("clip", &TreePaths::clip, "first remove text tags that contain no block tag"),
  };

  Needs needs() const override { return {.leaf_paths = !clip, .clipped_leaf_paths = clip}; }
  SortedHashes set_of(const Features& page) const override {
    return clip ? page.clipped_leaf_paths : page.leaf_paths;
  }
  Overlap overlap() const override { return Overlap::kDice; }
  std::string_view members() const override { return "paths to leaves"; }
};

}  // namespace

MeasureInfo tree_paths() {
  return {.name = "tree_paths",
          .summary = "share of root-to-leaf tag paths that two trees have in common",
          .references = {{"zhang2016"}},
          .cost = "O(n)",
          .options = documented<TreePaths>(),
          .make = configured<Measure, TreePaths>,
          .words = "tree path matching, bag of paths, tag paths"};
}

}  // namespace pagekin::measure
