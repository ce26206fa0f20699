// stm: simple tree matching.
//
//     2 M / (n1 + n2)
//
// with M the largest number of pairs of elements with equal tags whose parents are paired,
// too, in order: see top_down_alignment.h. The option `clip` removes inline markup from the
// trees, see features/clip.h.
//
// Source: Zhang, Yang, Niu: Measurement of Web Structural Similarity Based on Subtree
// Matching, 2016, section 4, on their reference 12 (STM).
// Cost: time O(n1 n2) at worst, memory O(n1 + n2). With a cutoff, sizes and then paths
// from the root decide most dissimilar pairs in O(n1 + n2).
// Limits: if a page wraps an element in another one, nothing below the element matches. If a pair
// takes more than 2^28 steps, the result is a lower bound.
#include <algorithm>

#include "pagekin/align/top_down_alignment.h"
#include "pagekin/measure/clipped_tree.h"
#include "pagekin/measure/measure.h"

namespace pagekin::measure {
namespace {

align::TopDownAlignment matched(const dom::TagTree& a, const dom::TagTree& b) {
  if (a.empty() || b.empty()) return {};
  return align::align_top_down(a, b, {.equal = 1, .different = 0});
}

double of_matched(std::size_t pairs, const dom::TagTree& a, const dom::TagTree& b) {
  return 2 * static_cast<double>(pairs) / static_cast<double>(a.size() + b.size());
}

double most_by_size(const dom::TagTree& a, const dom::TagTree& b) {
  return of_matched(std::min(a.size(), b.size()), a, b);
}

double most_by_paths(const dom::TagTree& a, const dom::TagTree& b) {
  return of_matched(align::common_path_count(a, b), a, b);
}

class Stm final : public Measure {
 public:
  bool clip = true;

  static constexpr auto params = std::tuple{flag("clip", &Stm::clip, kClipHelp)};

  Needs needs() const override { return tree_needs(clip); }
  double similarity(const Features& page_a, const Features& page_b,
                    double at_least) const override {
    const dom::TagTree& a = tree_of(page_a, clip);
    const dom::TagTree& b = tree_of(page_b, clip);
    if (const auto known = similarity_of_empty(a, b)) return *known;
    if (at_least > 0) {
      const double by_size = most_by_size(a, b);
      if (by_size < at_least) return by_size;
      const double by_paths = most_by_paths(a, b);
      if (by_paths < at_least) return by_paths;
    }
    return of_matched(matched(a, b).gain, a, b);
  }
  Explained explain(const Features& page_a, const Features& page_b) const override {
    const dom::TagTree& a = tree_of(page_a, clip);
    const dom::TagTree& b = tree_of(page_b, clip);
    const align::TopDownAlignment found = matched(a, b);
    const Basis basis = element_basis(a, b, found.gain);
    if (const auto known = similarity_of_empty(a, b)) return {*known, basis};
    const double similarity = of_matched(found.gain, a, b);
    return bounded(similarity, found.is_best ? similarity : most_by_paths(a, b), basis);
  }
  Basis basis(const Features& a, const Features& b) const override {
    const dom::TagTree& of_a = tree_of(a, clip);
    const dom::TagTree& of_b = tree_of(b, clip);
    return element_basis(of_a, of_b, matched(of_a, of_b).gain);
  }
};

}  // namespace

MeasureInfo stm() {
  return {.name = "stm",
          .summary = "share of elements that match top-down and in order",
          .references = {{"he2007"}, {"zhang2016", "section 4"}},
          .cost = "O(n^2) at worst",
          .options = documented<Stm>(),
          .make = configured<Measure, Stm>,
          .words = "STM, simple tree matching, Yang, top-down mapping"};
}

}  // namespace pagekin::measure
