// Clusters groups of pages that were first reached through the same XPath.
//
// A few pages of each group are read. The values found in more than `occurrence` of them
// are the group's fingerprint. Large groups with similar fingerprints form one cluster,
// also through a chain of such groups. A small group joins the cluster of the large group
// that is most similar to it, if any is similar enough. Among equally similar groups, the
// cluster with most pages is taken, then the one that was met first. Otherwise the small
// group is a cluster of its own, or is left out.
//
// If pages are verified (see agreement.h), those that disagree with their group are set
// aside first and do not affect its fingerprint. Such a page joins the largest cluster in
// which it matches a page that agrees with its own group. Pages that match none form
// clusters by themselves, one for each kind.
//
// Links and pages may come from anywhere; the caller supplies the groups and single pages.
//
// Source: Grigalis, Cenys: Using XPaths of Inbound Links to Cluster Template-Generated Web
// Pages, 2014, section 3.3. There small groups are dropped.
// Cost: the sampled pages, the join of the large groups' fingerprints (graph/set_join.h),
// and one comparison for each small group and each distinct fingerprint of a large group,
// on all threads; the sizes alone decide most of these. Memory: 12 bytes a page, about 100
// a group, and the fingerprints of the large groups.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "pagekin/core/page.h"
#include "pagekin/core/progress.h"
#include "pagekin/core/random.h"
#include "pagekin/measure/overlap.h"

namespace pagekin::method {

enum class Verify : std::uint8_t { kOff, kSamples, kAll };

struct XpathOptions {
  std::uint32_t cut_off = 100;  // groups with fewer pages are small
  std::uint32_t samples = 5;    // pages of a group that are read
  double occurrence = 0.3;
  double similar = 0.8;
  std::uint64_t seed = 1;  // of the random samples
  Verify verify = Verify::kOff;
  bool drop_small = false;  // small groups are left out and not read
  measure::Overlap overlap = measure::Overlap::kShareOfLarger;
  unsigned threads = 0;
  Progress* progress = nullptr;  // of comparing large groups
  bool check = false;            // also compare all pairs of large groups
};

// The cut-off for a crawl of this size: the share of a site's pages that the paper's cut-off of 100
// is on its sites of 76,503 pages on average, rounded down; at least 1, at most 100.
std::uint32_t scaled_cut_off(std::size_t pages, std::size_t sites);

// Access to single pages, which are numbered in the order in which they were reached.
class ReachedPages {
 public:
  virtual ~ReachedPages() = default;

  // Called once, before set_of(): the pages, ascending, that will be asked for. Returns
  // those that cannot be read, ascending; these will not be asked for.
  virtual std::vector<PageId> announce(std::span<const PageId> pages);

  // The values of a page that are compared, sorted; a bag contains values several times.
  // Called by several threads at once.
  virtual std::vector<std::uint64_t> set_of(PageId page) = 0;

  // The template fingerprint of a page, of features::kTemplateFingerprintLength entries.
  // Called only if pages are verified.
  virtual std::vector<std::uint8_t> fingerprint_of(PageId page) = 0;
};

struct GroupCount {
  std::size_t groups = 0;
  std::size_t pages = 0;
};

struct XpathClusters {
  std::vector<int> labels;  // by page: kLeftOut or any other number
  GroupCount large;
  GroupCount joined;              // small groups that joined a cluster of large ones
  GroupCount alone;               // small groups that did not
  std::size_t merged = 0;         // number of clusters of large groups
  std::size_t sampled = 0;        // number of pages, including those that cannot be read
  std::size_t verified = 0;       // number of pages
  std::size_t without_kind = 0;   // groups in which no kind has more than half of the pages
  std::vector<PageId> split_off;  // pages that are not in the cluster of their group
  std::size_t moved = 0;          // of these, pages that joined the cluster of another group
  std::string comparing;          // a report of comparing large groups, as lines
};

// `group_of`: by page in the order in which they were reached; groups are numbered by their
// first page.
XpathClusters cluster_by_xpath(std::span<const std::uint32_t> group_of, ReachedPages& pages,
                               const XpathOptions& options);

// Draws `count` different numbers below `size`, ascending; all numbers if there are not
// more.
std::vector<std::uint32_t> draw(std::uint32_t size, std::uint32_t count, Random random);

// Returns the values that more than `occurrence` of the pages have, as a set. The k-th copy
// of a value in a bag counts as a value of its own.
std::vector<std::uint64_t> common_values(std::span<const std::vector<std::uint64_t>> pages,
                                         double occurrence);

}  // namespace pagekin::method
