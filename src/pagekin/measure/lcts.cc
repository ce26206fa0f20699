// lcts: longest common tag subsequence over the longer length.
//
// It compares the sequences of start and end tags, both by name.
//
// Source: Hachenberg, Gottron: Locality Sensitive Hashing for Scalable Structural
// Classification and Clustering of Web Documents, CIKM 2013, sections 2 and 4.2 (LCTS).
// Cost: time O(n1 n2 / 64) at worst, less for similar pages and with a cutoff;
// memory O(n1 + n2).
// Limits: tags match wherever they are in the tree. If a pair takes more than 2^28 steps, the
// result is a lower bound.
#include <algorithm>

#include "pagekin/align/lcs.h"
#include "pagekin/measure/measure.h"

namespace pagekin::measure {
namespace {

class Lcts final : public Measure {
 public:
  Needs needs() const override { return {.tag_sequence = true}; }
  double similarity(const Features& a, const Features& b, double at_least) const override {
    const std::size_t longer = std::max(a.tag_sequence.size(), b.tag_sequence.size());
    if (longer == 0) return 1;
    // One less than needed, so that rounding cannot change the result.
    const double wanted = at_least * static_cast<double>(longer) - 1;
    const auto goal =
        static_cast<std::size_t>(std::clamp(wanted, 0.0, static_cast<double>(longer)));
    return static_cast<double>(common(a, b, goal).low) / static_cast<double>(longer);
  }
  Basis basis(const Features& a, const Features& b) const override { return explain(a, b).basis; }
  Explained explain(const Features& a, const Features& b) const override {
    const std::size_t longer = std::max(a.tag_sequence.size(), b.tag_sequence.size());
    const align::Range length = common(a, b, 0);
    Explained result{.similarity = 1,
                     .basis = {.what = "tags",
                               .sizes = {a.tag_sequence.size(), b.tag_sequence.size()},
                               .shared = length.low}};
    if (longer == 0) return result;
    const auto share = [&](std::size_t part) {
      return static_cast<double>(part) / static_cast<double>(longer);
    };
    result.similarity = share(length.low);
    if (!length.is_exact()) result.basis.at_most = share(length.high);
    return result;
  }

 private:
  static align::Range common(const Features& a, const Features& b, std::size_t at_least) {
    return align::lcs_range<html::TagId>(a.tag_sequence, b.tag_sequence, at_least);
  }
};

}  // namespace

MeasureInfo lcts() {
  return {.name = "lcts",
          .summary = "longest common subsequence of tags relative to the longer sequence",
          .references = {{"hachenberg2013"}},
          .cost = "O(n^2 / 64) at worst",
          .options = {},
          .make = configured<Measure, Lcts>,
          .words = "LCTS, LCS, longest common tag subsequence, sequence alignment"};
}

}  // namespace pagekin::measure
