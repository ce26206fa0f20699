// Describes the clusters of a run, whatever method made them, while the caller reads the pages
// again, twice:
//
//   Describer describer(pages, certainty);
//   first reading:   add_marks(page, marks_of(page)) for every page of this run
//   describer.compare();
//   second reading:  add_names(page, names_of(page)) for every page of this run
//   Description description = describer.finish();
//
// The first reading collects the marks of the sampled pages (see sample.h). The second finds the
// names of the marks that are evidence, each on the first sampled page that has it, and the
// confidence of the pages that are not sampled, where the method gave none.
//
// A cluster is compared with the clusters that share a site with it, or with all others if there
// are none.
//
// Cost: memory of the sample and 8 bytes a page; time of extracting marks once, for all pages where
// confidence is missing, and names on a few pages of each cluster.
// Limits: those of the sample. Clusters without a page in this run and clusters beyond the limit
// have only their size and an example, and their pages may lack a confidence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "pagekin/core/maybe_pages.h"
#include "pagekin/core/page.h"
#include "pagekin/describe/clustered_pages.h"
#include "pagekin/describe/compared_clusters.h"
#include "pagekin/describe/description.h"
#include "pagekin/describe/sample.h"
#include "pagekin/features/named_mark.h"
#include "pagekin/templates/certainty.h"

namespace pagekin::describe {

class Describer {
 public:
  // certainty: by page, as the method gave it (`second` is a label); empty: it gave none.
  Describer(const ClusteredPages& pages, std::span<const templates::Certainty> certainty);

  // What the first reading extracts of a page; empty for pages that are not sampled.
  struct PageMarks {
    std::vector<std::uint64_t> structure;
    std::vector<std::uint64_t> address;  // see features/url_shape.h
  };
  PageMarks marks_of(const Page& page) const;  // any thread
  void add_marks(PageId page, PageMarks&& marks);

  // Compares the clusters by their sampled pages.
  void compare();

  // After compare(): what is known before the second reading. Only names are missing, and the
  // confidence of the pages that are not sampled, if the method gave none.
  const Description& so_far() const { return result_; }

  // What the second reading extracts of a page.
  struct PageNames {
    std::vector<features::NamedMark> named;
    std::vector<templates::BlockId> blocks;  // if the confidence of the page may be missing
  };
  PageNames names_of(const Page& page) const;  // any thread
  void add_names(PageId page, PageNames&& names);

  Description finish();

 private:
  void number_seconds();
  void count_sites();
  SampledPage* sampled(PageId page);
  bool is_in_sample(PageId page) const;
  void group_by_sites();
  bool share_site(std::uint32_t a, std::uint32_t b) const;
  void describe(std::uint32_t cluster);
  void assess(PageId page, std::span<const templates::BlockId> blocks, bool is_sampled);
  void choose_naming_pages();
  void note(std::vector<DistinctiveMarks>&& lines, std::vector<Evidence>& evidence);
  void name(Evidence& evidence, const std::vector<std::uint64_t>& marks) const;
  void count_doubts();

  ClusteredPages pages_;
  bool has_certainty_;
  std::vector<SampledPage> sample_;
  MaybePages maybe_sampled_;
  MaybePages maybe_naming_;  // pages that give names to marks
  // By described cluster (number - 1): its number of pages by site.
  std::vector<std::map<std::uint64_t, std::size_t>> sites_;
  std::vector<std::unique_ptr<ComparedClusters>> groups_;
  std::vector<ComparedClusters*> home_;         // by cluster: the clusters linked to it by sites
  std::vector<ComparedClusters*> compared_in_;  // by cluster: the clusters it is compared with
  std::unordered_map<std::uint64_t, const ComparedClusters*> home_of_site_;
  std::unordered_map<std::uint64_t, std::string> names_;  // by mark
  std::vector<std::pair<Evidence*, std::vector<std::uint64_t>>> unnamed_;
  Description result_;
};

}  // namespace pagekin::describe
