// ahc: agglomerative hierarchical clustering.
//
// The two most similar clusters are merged repeatedly, as long as their similarity is at
// least `threshold` or until `clusters` clusters are left.
//
// Single linkage with a threshold needs only the pairs at or above it, so it runs on their
// graph. There equal pages are one node and merge at similarity 1. Its dendrogram has the
// merges down to the threshold and may have several roots. All other settings need every
// pair.
//
// Source: Bagban, Kulkarni, 2018, section 3.7 (single and complete linkage); Zhang, Yang, Niu
// 2016, section 4.2 (average).
// Cost: see graph/threshold_join.h for the graph, measure/all_pairs.h for all pairs,
// cluster/linkage.h for the merges. Memory: the graph, or 4 bytes a pair.
// Limits: 65,536 pages if every pair is needed.
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "pagekin/cluster/linkage.h"
#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/features/content_key.h"
#include "pagekin/method/join_report.h"
#include "pagekin/method/matrix_of.h"
#include "pagekin/method/pairwise_method.h"

namespace pagekin::method {
namespace {

// Returns the dendrogram of the pages. `pairs` are between classes of equal pages.
Dendrogram single_linkage(const graph::SimilarPairs& pairs) {
  constexpr auto none = static_cast<PageId>(-1);
  std::vector<PageId> first(pairs.class_sizes.size(), none);  // by class
  std::vector<Link> links;
  for (PageId page = 0; page < pairs.class_of.size(); ++page) {
    PageId& standing = first[pairs.class_of[page]];
    if (standing == none) {
      standing = page;
    } else {
      links.push_back({standing, page, 1});
    }
  }
  for (const Link& link : cluster::spanning_forest(pairs.graph)) {
    links.push_back({first[link.a], first[link.b], link.similarity});
  }
  return Dendrogram(pairs.class_of.size(), std::move(links));
}

class Ahc final : public PairwiseMethod {
 public:
  std::string linkage = "single";
  double threshold = 0.7;
  int clusters = 0;
  std::string search = "exact";
  static constexpr auto params = std::tuple{
      word("linkage", &Ahc::linkage, "single|complete|average",
           "similarity of two clusters: that of their most similar pages, of their least similar "
           "pages, or the mean over all pairs"),
      param("threshold", &Ahc::threshold, 0, 1, "least similarity of two clusters that are merged"),
      param("clusters", &Ahc::clusters, 0, 100'000'000,
            "number of clusters at which merging stops, whatever the threshold; 0: merge down to "
            "the threshold"),
      word("search", &Ahc::search, "exact|lsh",
           "with single linkage and a threshold: find all similar pages, or almost all by MinHash "
           "(only for measures of sets)"),
  };

  // Whether the pairs at or above the threshold suffice.
  bool is_on_graph() const {
    return linkage == "single" && clusters == 0 && static_cast<float>(threshold) > 0;
  }

  MethodResult cluster(graph::Similarities& similarities, const FinishOptions& options) override {
    report_.clear();
    dendrogram_ =
        is_on_graph() ? by_graph(similarities, options) : by_matrix(similarities, options.check);
    MethodResult result{.clusters = clusters > 0
                                        ? dendrogram_.cut_into(static_cast<std::size_t>(clusters))
                                        : dendrogram_.cut_at(threshold)};
    describe_merges(dendrogram_.pages() - static_cast<std::size_t>(result.clusters.cluster_count),
                    is_on_graph() && !options.dendrogram);
    if (options.dendrogram) {
      result.dendrogram = {.merges = std::move(dendrogram_), .cut = cut_, .linkage = linkage};
    }
    result.report = report_;
    return result;
  }

 protected:
  void check_measure(const measure::Measure& measure) const override {
    graph::check_search(measure, graph::search_by(search));
  }

 private:
  // Without a dendrogram, the edges need no exact similarity.
  Dendrogram by_graph(graph::Similarities& similarities, const FinishOptions& options) {
    const graph::JoinOptions join{
        .at_least = threshold, .exact = options.dendrogram, .search = graph::search_by(search)};
    const graph::SimilarPairs pairs = similarities.join(join);
    report_ += describe_join(pairs);
    if (options.check) report_ += check_join(pairs, similarities, join);
    return single_linkage(pairs);
  }

  Dendrogram by_matrix(graph::Similarities& similarities, bool check) {
    SimilarityMatrix matrix =
        matrix_of(similarities,
                  fmt::format("ahc with linkage={}{}", linkage,
                              clusters > 0 ? fmt::format(",clusters={}", clusters) : ""),
                  option_named("method") +
                      " ahc:linkage=single with a threshold above 0 needs no such table");
    report_ += fmt::format("pairs       {}\n", describe_pairs(matrix));
    if (check) report_ += kNothingToCheck;
    const std::vector<std::uint64_t> keys = features::content_keys(similarities.pages());
    if (linkage == "single") return cluster::single_linkage(matrix, keys);
    return cluster::nearest_neighbour_chain(
        std::move(matrix),
        linkage == "complete" ? cluster::Linkage::kComplete : cluster::Linkage::kAverage, keys);
  }

  // Describes the first `made` merges; the cut is between the last of them and the next.
  void describe_merges(std::size_t made, bool bounds_only) {
    const std::span<const Merge> merges = dendrogram_.merges();
    const double last = made > 0 ? merges[made - 1].similarity : 1;
    const double next = made < merges.size() ? merges[made].similarity : 0;
    cut_ = clusters > 0 ? (last + next) / 2 : threshold;
    report_ += fmt::format("merges      {} made", with_commas(made));
    if (made > 0 && !bounds_only) {
      report_ += fmt::format(", at similarities {:.6f} to {:.6f}", merges.front().similarity, last);
    }
    if (made < merges.size()) report_ += fmt::format("; the next would be at {:.6f}", next);
    report_ += "\n";
  }

  Dendrogram dendrogram_;
  double cut_ = 0;
  std::string report_;
};

std::unique_ptr<Method> make_ahc(const ParamMap& given) {
  auto made = std::make_unique<Ahc>();
  set_params(*made, given);
  if (made->search == "lsh" && !made->is_on_graph()) {
    throw OptionError(
        "search=lsh is for linkage=single with a threshold above 0 and without clusters", "search");
  }
  return made;
}

}  // namespace

MethodInfo ahc() {
  return {
      .name = "ahc",
      .summary =
          "agglomerative clustering: merges the two most similar clusters repeatedly; makes a "
          "dendrogram",
      .references = {{"bagban2018", "section 3.7"}, {"zhang2016", "section 4.2"}},
      .options = documented<Ahc>(),
      .make = make_ahc,
      .capabilities = {Capability::kComparing, Capability::kPairwise, Capability::kHierarchical},
      .measure = "path_cosine",
      .words =
          "agglomerative hierarchical clustering, AHCA, HAC, single linkage, complete linkage, "
          "average linkage, UPGMA, dendrogram, tree of merges"};
}

}  // namespace pagekin::method
