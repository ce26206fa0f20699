// path_levenshtein: edit distance of the sequences of paths of two pages, as a similarity.
//
//     1 - Levenshtein distance / longer length
//
// on the document vectors (see features/document_paths.h).
//
// Source: Bagban, Kulkarni: On Applying Document Similarity Measures for Template based
// Clustering of Web Documents, 2018, sections 3.3 to 3.5 and 3.6 a.
// Cost: see levenshtein.h; linear in the length times the distance that the cutoff allows.
// Limits: the paths contain text, so pages of one template with different texts are less
// similar than their structure. In a run, pruning (see path_pruning.h) makes up for that. If a
// pair takes more than 2^28 steps, the result is a lower bound.
#include <algorithm>
#include <vector>

#include "pagekin/align/levenshtein_similarity.h"
#include "pagekin/measure/overlap.h"
#include "pagekin/measure/path_vector.h"

namespace pagekin::measure {
namespace {

std::vector<std::uint64_t> sorted(std::vector<std::uint64_t> paths) {
  std::ranges::sort(paths);
  return paths;
}

class PathLevenshtein final : public PathVectorMeasure<Measure> {
 public:
  static constexpr auto params = std::tuple{
      flag<PathLevenshtein>("prune", &PathLevenshtein::prune,
                            "ignore paths that only one page or all pages of the run have"),
  };

  double similarity(const Features& a, const Features& b, double at_least) const override {
    return compared(a, b, at_least).low;
  }
  Explained explain(const Features& a, const Features& b) const override {
    const align::SimilarityRange found = compared(a, b, 0);
    Explained result{.similarity = found.low, .basis = basis(a, b)};
    if (found.high > found.low) result.basis.at_most = found.high;
    return result;
  }
  Basis basis(const Features& a, const Features& b) const override {
    return {.what = "document paths",
            .sizes = {a.document_paths.size(), b.document_paths.size()},
            .shared = common_count(sorted(a.document_paths), sorted(b.document_paths))};
  }

 private:
  static align::SimilarityRange compared(const Features& a, const Features& b, double at_least) {
    return align::levenshtein_similarity<std::uint64_t>(a.document_paths, b.document_paths,
                                                        at_least);
  }
};

}  // namespace

MeasureInfo path_levenshtein() {
  return {.name = "path_levenshtein",
          .summary = "edit similarity of the sequences of paths to all elements and texts",
          .references = {{"bagban2018"}},
          .cost = "O(n d / 64) for a distance d",
          .options = documented<PathLevenshtein>(),
          .make = configured<Measure, PathLevenshtein>,
          .words = "edit distance, path vectors, tag paths, XPath"};
}

}  // namespace pagekin::measure
