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
// Limits: if a page wraps an element in another one, nothing below the element matches.
#include <algorithm>

#include "pagekin/align/top_down_alignment.h"
#include "pagekin/measure/clipped_tree.h"
#include "pagekin/measure/measure.h"

namespace pagekin::measure {
namespace {

class Rtdm final : public Measure {
 public:
  Needs needs() const override { return tree_needs(false); }
  double similarity(const Features& page_a, const Features& page_b,
                    double at_least) const override {
    const dom::TagTree& a = page_a.tree;
    const dom::TagTree& b = page_b.tree;
    if (const auto known = similarity_of_empty(a, b)) return *known;
    const std::size_t total = a.size() + b.size();
    const auto of_saved = [&](std::size_t saved) {
      return 1 - static_cast<double>(total - saved) / static_cast<double>(total);
    };
    if (at_least > 0) {
      const std::size_t smaller = std::min(a.size(), b.size());
      const double by_size = of_saved(2 * smaller);
      if (by_size < at_least) return by_size;
      // Each element of the smaller tree is in at most one pair. A pair saves 1, with equal tags 2.
      const double by_paths = of_saved(smaller + align::common_path_count(a, b));
      if (by_paths < at_least) return by_paths;
    }
    return of_saved(align::align_top_down(a, b, {.equal = 2, .different = 1}).gain);
  }
  Basis basis(const Features& a, const Features& b) const override {
    return element_basis(a.tree, b.tree);
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
