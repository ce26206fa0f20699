// layers: the tags of each depth, compared as strings.
//
// With d the Levenshtein distance of the tags at one depth, in document order, and l the
// length of the longer string there, the similarity at this depth is 1 - d / l. The mean
// over all depths weighted by l is
//
//     1 - (sum of d) / (sum of l).
//
// A depth that one tree lacks is an empty string there: similarity 0, weight its length.
//
// Source: Zhang, Yang, Niu: Measurement of Web Structural Similarity Based on Subtree
// Matching, 2016, section 1, on their reference 13.
// Cost: time O(n1 n2 / 64) at worst, less for similar pages and with a cutoff;
// memory O(n1 + n2).
// Limits: the parent of an element makes no difference. If a pair takes more than 2^28 steps, the
// result is a lower bound.
#include <algorithm>
#include <span>
#include <vector>

#include "pagekin/align/levenshtein.h"
#include "pagekin/align/levenshtein_similarity.h"
#include "pagekin/measure/clipped_tree.h"
#include "pagekin/measure/measure.h"

namespace pagekin::measure {
namespace {

// The tags of a tree, depth by depth.
class Layers {
 public:
  void assign(const dom::TagTree& tree) {
    // Where each layer begins. The elements of a layer are in document order.
    depths_.assign(tree.size(), 0);
    begins_.assign(1, 0);
    for (std::size_t i = 0; i < tree.size(); ++i) {
      const std::uint32_t depth = depths_[i];
      if (depth + 2 > begins_.size()) begins_.push_back(0);
      ++begins_[depth + 1];
      const std::size_t end = i + tree.sizes[i];
      for (std::size_t child = i + 1; child < end; child += tree.sizes[child]) {
        depths_[child] = depth + 1;
      }
    }
    for (std::size_t depth = 1; depth < begins_.size(); ++depth) {
      begins_[depth] += begins_[depth - 1];
    }
    next_ = begins_;
    tags_.resize(tree.size());
    for (std::size_t i = 0; i < tree.size(); ++i) tags_[next_[depths_[i]]++] = tree.tags[i];
  }

  std::size_t count() const { return begins_.size() - 1; }
  std::span<const html::TagId> at(std::size_t depth) const {
    if (depth >= count()) return {};
    return std::span(tags_).subspan(begins_[depth], begins_[depth + 1] - begins_[depth]);
  }

 private:
  std::vector<std::uint32_t> depths_;
  std::vector<std::size_t> begins_;
  std::vector<std::size_t> next_;
  std::vector<html::TagId> tags_;
};

class LayersMeasure final : public Measure {
 public:
  Needs needs() const override { return tree_needs(false); }
  double similarity(const Features& page_a, const Features& page_b,
                    double at_least) const override {
    return compared(page_a, page_b, at_least).low;
  }
  Basis basis(const Features& a, const Features& b) const override {
    return element_basis(a.tree, b.tree);
  }
  Explained explain(const Features& a, const Features& b) const override {
    const align::SimilarityRange found = compared(a, b, 0);
    return bounded(found.low, found.high, basis(a, b));
  }

 private:
  static align::SimilarityRange compared(const Features& page_a, const Features& page_b,
                                         double at_least) {
    thread_local Layers a;
    thread_local Layers b;
    if (const auto known = similarity_of_empty(page_a.tree, page_b.tree)) return {*known, *known};
    a.assign(page_a.tree);
    b.assign(page_b.tree);
    const std::size_t depths = std::max(a.count(), b.count());
    std::size_t total = 0;
    std::size_t edits = 0;  // of the layers so far, and the difference of lengths of the others
    for (std::size_t depth = 0; depth < depths; ++depth) {
      const auto [shorter, longer] = std::minmax({a.at(depth).size(), b.at(depth).size()});
      total += longer;
      edits += longer - shorter;
    }
    const auto of_edits = [&](std::size_t count) {
      return 1 - static_cast<double>(count) / static_cast<double>(total);
    };
    // One more than needed, so that rounding cannot change the result.
    const double allowed = (1 - at_least) * static_cast<double>(total) + 1;
    const auto most =
        static_cast<std::size_t>(std::clamp(allowed, 0.0, static_cast<double>(total)));
    std::size_t unsure = 0;  // edits that may be fewer
    std::uint64_t steps_left = align::kMostSteps;
    for (std::size_t depth = 0; depth < depths && edits <= most; ++depth) {
      const auto [shorter, longer] = std::minmax({a.at(depth).size(), b.at(depth).size()});
      edits -= longer - shorter;
      const align::Range here =
          align::levenshtein_range(a.at(depth), b.at(depth), most - edits, steps_left);
      steps_left -= here.steps;
      edits += std::min(longer, here.high);
      unsure += std::min(longer, here.high) - std::min(longer, here.low);
    }
    return {of_edits(edits), of_edits(edits - unsure)};
  }
};

}  // namespace

MeasureInfo layers() {
  return {.name = "layers",
          .summary = "edit similarity of the tags at each depth",
          .references = {{"li2010"}, {"zhang2016", "section 1"}},
          .cost = "O(n^2 / 64) at worst",
          .options = {},
          .make = configured<Measure, LayersMeasure>,
          .words = "level, depth, partial tag tree matching, edit distance"};
}

}  // namespace pagekin::measure
