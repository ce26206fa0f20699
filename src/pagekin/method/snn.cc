// snn: clusters of shared near neighbours.
//
// Pages with a similarity of at least `similar` are neighbours. Clusters whose sets of
// neighbours overlap enough are merged repeatedly. With `neighbours` it is the original
// algorithm of 1973: a table holds the nearest pages of each page, and pages that share
// enough of them form a cluster.
//
// Source: Gowda, Mattmann: Clustering Web Pages Based on Structure and Style Similarity,
// 2016, section 6; Jarvis, Patrick: Clustering Using a Similarity Measure Based on Shared
// Near Neighbors, IEEE Transactions on Computers C-22, 1973.
// Cost: see graph/threshold_join.h and cluster/shared_neighbours.h. In the worst case all
// pairs of pages are compared, all are neighbours, and memory is quadratic.
#include <iterator>

#include <fmt/format.h>

#include "pagekin/cluster/neighbour_table.h"
#include "pagekin/cluster/shared_neighbours.h"
#include "pagekin/core/text.h"
#include "pagekin/graph/threshold_join.h"
#include "pagekin/method/join_report.h"
#include "pagekin/method/pairwise_method.h"

namespace pagekin::method {
namespace {

class Snn final : public PairwiseMethod {
 public:
  double similar = 0.85;
  double overlap = 0.85;
  int max_iterations = 100;
  std::string search = "exact";
  int neighbours = 0;
  int shared = 0;
  static constexpr auto params = std::tuple{
      param("similar", &Snn::similar, 0.01, 1, "least similarity of two neighbours"),
      param("overlap", &Snn::overlap, 0, 1,
            "least overlap of the neighbours of two clusters that are merged"),
      param("max_iterations", &Snn::max_iterations, 0, 1'000'000,
            "largest number of rounds of merging"),
      word("search", &Snn::search, "exact|lsh",
           "find all similar pages, or almost all by MinHash (only for measures of sets)"),
      param("neighbours", &Snn::neighbours, 0, 1'000'000,
            "algorithm of 1973: number of nearest pages that are neighbours; 0: all similar pages "
            "are neighbours"),
      param("shared", &Snn::shared, 0, 1'000'000,
            "algorithm of 1973: number of neighbours that two pages must share; 0: half of "
            "`neighbours`"),
  };

  std::optional<SharedNeighbours> shared_neighbours() const override {
    if (neighbours > 0 || graph::search_by(search) != graph::Search::kExact) return {};
    return SharedNeighbours{
        .similar = similar, .overlap = overlap, .max_iterations = max_iterations};
  }

  MethodResult cluster(graph::Similarities& similarities, const FinishOptions& options) override {
    report_.clear();
    Clustering clusters =
        neighbours > 0 ? by_table(similarities) : by_graph(similarities, options.check);
    return {.clusters = std::move(clusters), .report = report_};
  }

 protected:
  void check_measure(const measure::Measure& measure) const override {
    graph::check_search(measure, graph::search_by(search));
  }

 private:
  Clustering by_graph(graph::Similarities& similarities, bool check) {
    const graph::JoinOptions join{.at_least = similar, .search = graph::search_by(search)};
    const graph::SimilarPairs pairs = similarities.join(join);
    report_ += describe_join(pairs);
    if (check) report_ += check_join(pairs, similarities, join);
    std::vector<cluster::SharedNeighboursRound> rounds;
    const Clustering clusters = cluster::shared_neighbours(
        pairs.graph, pairs.class_sizes,
        {.overlap = overlap, .max_iterations = max_iterations, .threads = similarities.threads()},
        &rounds);
    describe(rounds, clusters);
    return of_pages(clusters, pairs);
  }

  Clustering by_table(graph::Similarities& similarities) {
    const graph::SimilarPairs near = similarities.nearest(neighbours);
    report_ = fmt::format("neighbours  {} edges among {} different pages\n",
                          with_commas(near.graph.edges()), with_commas(near.class_sizes.size()));
    const Clustering clusters = cluster::neighbour_table(
        near.graph, near.class_sizes,
        {.neighbours = neighbours, .shared = shared > 0 ? shared : (neighbours + 1) / 2});
    return of_pages(clusters, near);
  }

  static Clustering of_pages(const Clustering& clusters, const graph::SimilarPairs& pairs) {
    std::vector<int> labels;
    labels.reserve(pairs.class_of.size());
    for (const std::uint32_t number : pairs.class_of) labels.push_back(clusters.labels[number]);
    return canonical(std::move(labels));
  }

  void describe(const std::vector<cluster::SharedNeighboursRound>& rounds,
                const Clustering& clusters) {
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      const cluster::SharedNeighboursRound& round = rounds[i];
      report_ += fmt::format("round {:<5} {} clusters, {} edges, {} candidates, {} merged\n", i + 1,
                             with_commas(round.clusters), with_commas(round.edges),
                             with_commas(round.candidates), with_commas(round.merged));
    }
    if (!rounds.empty() && rounds.back().merged > 0) {
      report_ += fmt::format("stopped     by max_iterations with {} clusters\n",
                             with_commas(static_cast<std::uint64_t>(clusters.cluster_count)));
    }
  }

  std::string report_;
};

}  // namespace

MethodInfo snn() {
  return {.name = "snn",
          .summary = "clusters of shared near neighbours in a graph of similar pages",
          .references = {{"gowda2016", "section 6"}, {"jarvis1973"}},
          .options = documented<Snn>(),
          .make = configured<Method, Snn>,
          .capabilities = {Capability::kComparing, Capability::kPairwise},
          .measure = "structure_style",
          .words =
              "SNN, shared near neighbours, shared nearest neighbors, Jarvis-Patrick, density, "
              "DBSCAN, neighbour graph"};
}

}  // namespace pagekin::method
