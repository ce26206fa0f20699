// k_medoids: clusters around pages that represent them.
//
// Source, cost: see cluster/k_medoids.h. Memory: 4 bytes a pair of pages.
// Limits: 65,536 pages.
#include "pagekin/cluster/k_medoids.h"

#include <string>
#include <vector>

#include <fmt/format.h>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/features/content_key.h"
#include "pagekin/method/matrix_of.h"
#include "pagekin/method/pairwise_method.h"

namespace pagekin::method {
namespace {

class KMedoids final : public PairwiseMethod {
 public:
  int clusters = 1;
  int seed = 1;
  static constexpr auto params = std::tuple{
      param("clusters", &KMedoids::clusters, 1, 65'536, "number of clusters; required"),
      param("seed", &KMedoids::seed, 0, 2'000'000'000,
            "seed of the random choice of the first medoids"),
  };

  MethodResult cluster(graph::Similarities& similarities, const FinishOptions& options) override {
    const SimilarityMatrix matrix =
        matrix_of(similarities, "k_medoids",
                  option_named("method") + " ahc:linkage=single needs no such table");
    const std::vector<std::uint64_t> keys = features::content_keys(similarities.pages());
    const cluster::Medoids found =
        cluster::k_medoids(matrix, {.clusters = static_cast<std::size_t>(clusters),
                                    .seed = static_cast<std::uint64_t>(seed),
                                    .keys = keys});
    std::string report = fmt::format("pairs       {}\n", describe_pairs(matrix));
    if (options.check) report += kNothingToCheck;
    report += fmt::format("deviation   {:.6f} at first, {:.6f} after {} swaps\n",
                          found.first_deviation, found.deviation, with_commas(found.swaps));
    return {.clusters = found.clustering, .report = std::move(report)};
  }
};

}  // namespace

MethodInfo k_medoids() {
  return {.name = "k_medoids",
          .summary =
              "a given number of clusters: each has a medoid, which is one of its pages, and the "
              "pages most similar to it",
          .references = {{"kaufman1987"}, {"schubert2021"}},
          .options = documented<KMedoids>(),
          .make = configured<Method, KMedoids>,
          .capabilities = {Capability::kComparing, Capability::kPairwise},
          .measure = "path_cosine",
          .required = "clusters",
          .words = "k-medoids, PAM, FasterPAM, partitioning around medoids, k-means"};
}

}  // namespace pagekin::method
