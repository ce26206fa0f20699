// rtdm: restricted top-down edit distance as a similarity.
//
//     1 - d / (n1 + n2)
//
// with d the least cost of turning one tree into the other if only leaves are inserted and
// deleted and subtrees are replaced as a whole; each element costs 1. So the parent of an
// element that stays also stays, and inserting or deleting a subtree costs its size. If an
// element is replaced by one of another tag, nothing below either stays: with sizes k and l
// that costs (k - 1) + 1 + (l - 1). Hence, for subtrees x and y,
//
//     d(x, y) = k + l - 1                          if the tags differ,
//     d(x, y) = the least cost of aligning the     else: a child alone costs its size,
//               children of x and y in order       a pair of children their d.
//
// Compared with deleting all and inserting all, this saves k + l - d(x, y): 1 for different
// tags, else 2 plus what the pairs of children save. So the largest saving is the gain of the
// best top-down alignment with gains 2 and 1: see top_down_alignment.h.
//
// Source: Reis, Golgher, da Silva, Laender: Automatic Web News Extraction Using Tree Edit
// Distance, WWW 2004, by way of Hachenberg, Gottron: Locality Sensitive Hashing for
// Scalable Structural Classification and Clustering of Web Documents, CIKM 2013, section
// 4.2 (RTDM). The recurrence is derived from the operations, not taken from either paper.
// Roots are treated like any other pair, which makes no difference for pages: their root is
// html.
// Cost: time O(n1 n2) at worst, memory O(n1 + n2).
// Limits: if a page wraps an element in another one, nothing below the element matches. If a pair
// takes more than 2^28 steps, the result is a lower bound.
#include <algorithm>

#include "pagekin/align/top_down_alignment.h"
#include "pagekin/measure/clipped_tree.h"
#include "pagekin/measure/measure.h"

namespace pagekin::measure {
namespace {

double of_saved(std::size_t saved, const dom::TagTree& a, const dom::TagTree& b) {
  const std::size_t total = a.size() + b.size();
  return 1 - static_cast<double>(total - saved) / static_cast<double>(total);
}

// Each element of the smaller tree is in at most one pair. A pair saves 1, with equal tags 2.
double most_saved_by_paths(const dom::TagTree& a, const dom::TagTree& b) {
  const std::size_t smaller = std::min(a.size(), b.size());
  return of_saved(smaller + std::min(smaller, align::common_path_count(a, b)), a, b);
}

class Rtdm final : public Measure {
 public:
  Needs needs() const override { return tree_needs(false); }
  double similarity(const Features& page_a, const Features& page_b,
                    double at_least) const override {
    const dom::TagTree& a = page_a.tree;
    const dom::TagTree& b = page_b.tree;
    if (const auto known = similarity_of_empty(a, b)) return *known;
    if (at_least > 0) {
      const double by_size = of_saved(2 * std::min(a.size(), b.size()), a, b);
      if (by_size < at_least) return by_size;
      const double by_paths = most_saved_by_paths(a, b);
      if (by_paths < at_least) return by_paths;
    }
    return of_saved(saved(a, b).gain, a, b);
  }
  Explained explain(const Features& page_a, const Features& page_b) const override {
    const dom::TagTree& a = page_a.tree;
    const dom::TagTree& b = page_b.tree;
    if (const auto known = similarity_of_empty(a, b)) return {*known, element_basis(a, b)};
    const align::TopDownAlignment found = saved(a, b);
    const double similarity = of_saved(found.gain, a, b);
    return bounded(similarity, found.is_best ? similarity : most_saved_by_paths(a, b),
                   element_basis(a, b));
  }
  Basis basis(const Features& a, const Features& b) const override {
    return element_basis(a.tree, b.tree);
  }

 private:
  static align::TopDownAlignment saved(const dom::TagTree& a, const dom::TagTree& b) {
    return align::align_top_down(a, b, {.equal = 2, .different = 1});
  }
};

}  // namespace

MeasureInfo rtdm() {
  return {.name = "rtdm",
          .summary = "restricted top-down tree edit distance",
          .references = {{"reis2004"}, {"hachenberg2013", "section 4.2"}},
          .cost = "O(n^2) at worst",
          .options = {},
          .make = configured<Measure, Rtdm>,
          .words = "RTDM, restricted top-down mapping, tree edit distance, TED"};
}

}  // namespace pagekin::measure
