// path_cosine: the runs of neighbouring paths to elements and texts that two pages share.
//
//     |A n B| / sqrt(|A| |B|)
//
// on the sets of shingles of the document vectors (see features/document_paths.h): the
// cosine of their binary vectors.
//
// Source: Bagban, Kulkarni: On Applying Document Similarity Measures for Template based
// Clustering of Web Documents, 2018, sections 3.3 to 3.5 and 3.6 b.
// Cost: O(|A| + |B|), no allocation.
// Limits: the paths contain text, so pages of one template with different texts are less
// similar than their structure. In a run, pruning (see path_pruning.h) makes up for that.
#include "pagekin/measure/path_vector.h"

namespace pagekin::measure {
namespace {

class PathCosine final : public PathShingleMeasure {
 public:
  static constexpr auto params = std::tuple{
      flag<PathCosine>("prune", &PathCosine::prune,
                       "ignore paths that only one page or all pages of the run have"),
      param<PathCosine, int>("shingle", &PathCosine::shingle, 1, 100,
                             "number of neighbouring paths in a shingle"),
  };

  Overlap overlap() const override { return Overlap::kBinaryCosine; }
};

}  // namespace

MeasureInfo path_cosine() {
  return {.name = "path_cosine",
          .summary = "cosine of the shingles of paths to all elements and texts",
          .references = {{"bagban2018"}},
          .cost = "O(n)",
          .options = documented<PathCosine>(),
          .make = configured<Measure, PathCosine>,
          .words = "vector space, path vectors, tag paths, XPath, bag of paths"};
}

}  // namespace pagekin::measure
