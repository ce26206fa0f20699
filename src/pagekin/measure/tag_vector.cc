// tag_vector: the numbers of tags of each name, compared as vectors.
//
//     1 - ||a - b|| / (||a|| + ||b||)
//
// on the vectors of the number of times each tag occurs (TV), with Euclidean norms.
//
// Source: Hachenberg, Gottron: Locality Sensitive Hashing for Scalable Structural
// Classification and Clustering of Web Documents, CIKM 2013, sections 2 and 4.2.
// Cost: O(different tags), no allocation.
// Limits: a few frequent tags outweigh the rest; vectors without a common tag still
// have a similarity of up to 0.29.
#include <algorithm>
#include <cmath>
#include <span>

#include "pagekin/measure/measure.h"

namespace pagekin::measure {
namespace {

using TagCounts = std::span<const features::TagCount>;

// The largest error of the bound below by rounding.
constexpr double kRounding = 1e-9;

double norm(TagCounts counts) {
  double sum = 0;
  for (const features::TagCount& each : counts) {
    sum += static_cast<double>(each.count) * static_cast<double>(each.count);
  }
  return std::sqrt(sum);
}

// Calls visit(count in a, count in b) for each tag of either page, by ascending tag.
template <class Visit>
void for_each_tag(TagCounts a, TagCounts b, Visit visit) {
  std::size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    const bool in_a = i < a.size() && (j == b.size() || a[i].tag <= b[j].tag);
    const bool in_b = j < b.size() && (i == a.size() || b[j].tag <= a[i].tag);
    visit(in_a ? a[i].count : 0, in_b ? b[j].count : 0);
    i += in_a ? 1 : 0;
    j += in_b ? 1 : 0;
  }
}

class TagVector final : public Measure {
 public:
  Needs needs() const override { return {.tag_counts = true}; }

  double similarity(const Features& a, const Features& b, double at_least) const override {
    if (a.tag_counts.empty() || b.tag_counts.empty()) {
      return a.tag_counts.empty() && b.tag_counts.empty() ? 1 : 0;
    }
    const double norm_a = norm(a.tag_counts);
    const double norm_b = norm(b.tag_counts);
    // ||a - b|| is at least the difference of ||a|| and ||b||.
    const double best_case = 1 - std::abs(norm_a - norm_b) / (norm_a + norm_b);
    if (best_case < at_least - kRounding) return best_case;

    double sum = 0;
    for_each_tag(a.tag_counts, b.tag_counts, [&](std::uint32_t in_a, std::uint32_t in_b) {
      const double difference = static_cast<double>(in_a) - static_cast<double>(in_b);
      sum += difference * difference;
    });
    return std::max(0.0, 1 - std::sqrt(sum) / (norm_a + norm_b));
  }

  Basis basis(const Features& a, const Features& b) const override {
    std::size_t shared = 0;
    for_each_tag(a.tag_counts, b.tag_counts, [&](std::uint32_t in_a, std::uint32_t in_b) {
      shared += in_a > 0 && in_b > 0 ? 1 : 0;
    });
    return {.what = "different tags",
            .sizes = {a.tag_counts.size(), b.tag_counts.size()},
            .shared = shared};
  }
};

}  // namespace

MeasureInfo tag_vector() {
  return {.name = "tag_vector",
          .summary = "distance of the vectors of tag frequencies relative to their lengths",
          .references = {{"hachenberg2013"}},
          .cost = "O(different tags)",
          .options = documented<TagVector>(),
          .make = configured<Measure, TagVector>,
          .paper_row = 2,
          .words = "TV, tag frequency, term frequency, bag of tags, Euclidean distance"};
}

}  // namespace pagekin::measure
