// Clusters from groups of pages that were first reached through the same XPath.
//
// A few pages of each group are looked at. What is found in more than `occurrence` of them
// is the group's fingerprint. Large groups whose fingerprints are similar are one cluster,
// and groups that are connected by such pairs. A small group joins the cluster of the large
// group that it is most like, if it is like any (of equally like ones that with the most
// pages, then the one that was met first); else it is a cluster of its own, or left out.
//
// Where pages are verified (see agreement.h), those that disagree with their group are set
// aside before: they take no part in its fingerprint. Such a page goes to the largest
// cluster in which it matches a page that agrees with its own group; those that match none
// are clusters by themselves, one for each kind.
//
// It does not matter here where links and pages come from: whoever knows the groups and can
// be asked for single pages has clusters.
//
// Source: Grigalis, Cenys: Using XPaths of Inbound Links to Cluster Template-Generated Web
// Pages, section 3.3. There small groups are dropped.
// Cost: the sampled pages, the join of the large groups' fingerprints (graph/set_join.h), and
// one comparison a small group and a fingerprint of large ones, on all threads, of which sizes
// decide most. Memory: 12 bytes a page, some 100 a group, and the fingerprints of the large
// groups.
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
  std::uint32_t samples = 5;    // pages of a group that are looked at
  double occurrence = 0.3;
  double similar = 0.8;
  std::uint64_t seed = 1;  // of the samples
  Verify verify = Verify::kOff;
  bool drop_small = false;  // small groups are left out, not looked at
  measure::Overlap overlap = measure::Overlap::kShareOfLarger;
  unsigned threads = 0;
  Progress* progress = nullptr;  // of comparing large groups
  bool check = false;            // compare all of these, too
};

// What can be asked of single pages, which are numbered as they were reached.
class ReachedPages {
 public:
  virtual ~ReachedPages() = default;

  // Called once, before any question about sets: the pages that will be asked for, ascending.
  // Returns those of them that cannot be read, ascending; nothing will be asked about them.
  virtual std::vector<PageId> announce(std::span<const PageId> pages);

  // What is compared of a page, sorted; a bag has values several times. Asked by several
  // threads at once.
  virtual std::vector<std::uint64_t> set_of(PageId page) = 0;

  // Its template fingerprint of features::kTemplateFingerprintLength entries; asked for where pages
  // are verified.
  virtual std::vector<std::uint8_t> fingerprint_of(PageId page) = 0;
};

struct GroupCount {
  std::size_t groups = 0;
  std::size_t pages = 0;
};

struct XpathClusters {
  std::vector<int> labels;  // by page; kLeftOut, or any numbers
  GroupCount large;
  GroupCount joined;              // small groups that joined a cluster of large ones
  GroupCount alone;               // those that did not
  std::size_t merged = 0;         // clusters of large groups
  std::size_t sampled = 0;        // pages, those that cannot be read included
  std::size_t verified = 0;       // pages
  std::size_t without_kind = 0;   // groups of which no kind of page is more than half
  std::vector<PageId> split_off;  // pages that are not in the cluster of their group
  std::size_t moved = 0;          // of these, to the cluster of other groups
  std::string comparing;          // what comparing large groups took, in lines
};

// `group_of`: by page, as they were reached; groups are numbered by their first page.
XpathClusters cluster_by_xpath(std::span<const std::uint32_t> group_of, ReachedPages& pages,
                               const XpathOptions& options);

// So many different numbers below `size`, ascending; all of them if there are no more.
std::vector<std::uint32_t> draw(std::uint32_t size, std::uint32_t count, Random random);

// The values found in more than `occurrence` of the pages, as a set; the k-th copy of a
// value in a bag counts as a value of its own.
std::vector<std::uint64_t> common_values(std::span<const std::vector<std::uint64_t>> pages,
                                         double occurrence);

}  // namespace pagekin::method
