#include "pagekin/method/xpath_clusters.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <utility>

#include "pagekin/core/clustering.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/parallel.h"
#include "pagekin/core/stop.h"
#include "pagekin/core/union_find.h"
#include "pagekin/features/path_hash.h"
#include "pagekin/graph/set_join.h"
#include "pagekin/graph/threshold_join.h"
#include "pagekin/measure/measure.h"
#include "pagekin/method/agreement.h"
#include "pagekin/method/join_report.h"
#include "pagekin/sketch/fingerprint_index.h"

namespace pagekin::method {
namespace {

using Set = std::vector<std::uint64_t>;
using Group = std::uint32_t;

constexpr std::size_t kGroupsPerJob = 64;

class Run {
 public:
  Run(std::span<const Group> group_of, ReachedPages& pages, const XpathOptions& options)
      : group_of_(group_of), pages_(&pages), options_(&options) {}

  XpathClusters run() {
    list_members();
    if (options_->verify == Verify::kAll) {
      for (Members& members : members_) set_odd_aside(members);
    }
    draw_samples();
    if (options_->verify == Verify::kSamples) {
      for (Members& samples : samples_) set_odd_aside(samples);
    }
    announce_samples();
    merge_large();
    place_small();
    label_pages();
    place_odd();
    return std::move(made_);
  }

 private:
  using Members = std::vector<PageId>;

  bool is_large(Group group) const { return sizes_[group] >= options_->cut_off; }

  void list_members() {
    for (const Group group : group_of_) {
      if (group >= sizes_.size()) sizes_.resize(group + std::size_t{1});
      ++sizes_[group];
    }
    members_.resize(sizes_.size());
    for (std::size_t group = 0; group < sizes_.size(); ++group) {
      members_[group].reserve(sizes_[group]);
    }
    for (PageId page = 0; page < group_of_.size(); ++page)
      members_[group_of_[page]].push_back(page);
  }

  void set_odd_aside(Members& members) {
    check_stop();
    made_.verified += members.size();
    const Agreement found = agreement(
        members.size(), [&](std::size_t i) { return pages_->fingerprint_of(members[i]); });
    if (!found.has_kind) ++made_.without_kind;
    Members agreeing;
    for (std::size_t i = 0; i < members.size(); ++i) {
      (found.agrees[i] ? agreeing : odd_).push_back(members[i]);
    }
    members = std::move(agreeing);
  }

  void draw_samples() {
    const Random random(options_->seed);
    samples_.resize(sizes_.size());
    for (Group group = 0; group < sizes_.size(); ++group) {
      if (options_->drop_small && !is_large(group)) continue;
      const Members& members = members_[group];
      for (const std::uint32_t place : draw(static_cast<std::uint32_t>(members.size()),
                                            options_->samples, random.fork(group))) {
        samples_[group].push_back(members[place]);
      }
    }
  }

  void announce_samples() {
    Members all;
    for (const Members& samples : samples_) all.insert(all.end(), samples.begin(), samples.end());
    std::ranges::sort(all);
    made_.sampled = all.size();
    const Members unreadable = pages_->announce(all);
    if (unreadable.empty()) return;
    for (Members& samples : samples_) {
      std::erase_if(samples,
                    [&](PageId page) { return std::ranges::binary_search(unreadable, page); });
    }
  }

  // May be called by several threads. A group that cannot be read is similar to no other
  // group.
  Set fingerprint(Group group) const {
    if (samples_[group].empty()) return {mix(group + std::uint64_t{1})};
    std::vector<Set> sets;
    sets.reserve(samples_[group].size());
    for (const PageId page : samples_[group]) sets.push_back(pages_->set_of(page));
    return common_values(sets, options_->occurrence);
  }

  void merge_large() {
    for (Group group = 0; group < sizes_.size(); ++group) {
      if (!is_large(group)) continue;
      check_stop();
      large_.push_back(group);
      fingerprints_.push_back(fingerprint(group));
      ++made_.large.groups;
      made_.large.pages += sizes_[group];
    }
    std::set<Set> seen;
    for (std::uint32_t i = 0; i < large_.size(); ++i) {
      if (seen.insert(fingerprints_[i]).second) distinct_.push_back(i);
    }
    std::ranges::stable_sort(distinct_, {}, [&](std::uint32_t i) { return size_of(i); });
    clusters_ = UnionFind(large_.size());
    if (measure::reaches(0, options_->similar)) {
      for (std::uint32_t i = 1; i < large_.size(); ++i) clusters_.unite(0, i);
    } else {
      join_similar();
    }
    cluster_of_.reserve(large_.size());
    cluster_sizes_.resize(large_.size());
    for (std::uint32_t i = 0; i < large_.size(); ++i) {
      const std::uint32_t cluster = clusters_.find(i);
      cluster_of_.push_back(cluster);
      cluster_sizes_[cluster] += sizes_[large_[i]];
      made_.merged += cluster == i ? 1 : 0;
    }
  }

  void join_similar() {
    const std::vector<measure::SortedHashes> sets(fingerprints_.begin(), fingerprints_.end());
    const graph::JoinOptions join{.at_least = options_->similar, .threads = options_->threads};
    const graph::SimilarPairs pairs =
        graph::set_join(options_->overlap, sets, join, options_->progress);
    if (options_->check) {
      made_.comparing = check_join(
          pairs, graph::compare_all(options_->overlap, sets, join, options_->progress), join);
    }
    std::map<std::uint32_t, std::uint32_t> first_of_class;
    for (std::uint32_t i = 0; i < large_.size(); ++i) {
      clusters_.unite(first_of_class.try_emplace(pairs.class_of[i], i).first->second, i);
    }
    for (const auto& [number, i] : first_of_class) {
      for (const Neighbour& neighbour : pairs.graph[number]) {
        clusters_.unite(i, first_of_class.at(neighbour.page));
      }
    }
  }

  std::size_t size_of(std::uint32_t large) const { return fingerprints_[large].size(); }

  // The similarity of a set to one of this size if the smaller set is part of the larger
  // one.
  double best_case(const Set& set, std::size_t size) const {
    const std::size_t smaller = std::min(set.size(), size);
    if (smaller == 0) return set.size() == size ? 1 : 0;
    return measure::OverlapScore(options_->overlap, set.size(), size)(smaller);
  }

  // Returns the cluster of large groups that is most similar to a fingerprint, or
  // large_.size() for none. May be called by several threads. Searches from the
  // fingerprint's own size in both directions, as far as the sizes allow.
  std::uint32_t most_like(const Set& fingerprint) const {
    auto best = static_cast<std::uint32_t>(large_.size());
    double at_least = options_->similar;
    const auto compare = [&](std::uint32_t i) {
      if (!measure::reaches(best_case(fingerprint, size_of(i)), at_least)) return false;
      const double similarity =
          measure::similarity(options_->overlap, fingerprint, fingerprints_[i], at_least);
      if (!measure::reaches(similarity, at_least)) return true;
      const std::uint32_t cluster = cluster_of_[i];
      const bool is_better =
          best == large_.size() || !measure::reaches(at_least, similarity) ||
          std::pair(cluster_sizes_[cluster], best) > std::pair(cluster_sizes_[best], cluster);
      if (is_better) best = cluster;
      at_least = std::max(at_least, similarity);
      return true;
    };
    const auto own = std::ranges::lower_bound(distinct_, fingerprint.size(), {},
                                              [&](std::uint32_t i) { return size_of(i); });
    for (auto i = own; i != distinct_.end() && compare(*i);) ++i;
    for (auto i = own; i != distinct_.begin() && compare(*std::prev(i));) --i;
    return best;
  }

  // Finds the clusters of some small groups.
  class SmallGroups final : public Job {
   public:
    explicit SmallGroups(Run& run) : run_(&run) {}
    void add(Group group) { groups_.push_back(group); }
    bool is_full() const { return groups_.size() == kGroupsPerJob; }
    bool is_empty() const { return groups_.empty(); }

    void work() override {
      clusters_.reserve(groups_.size());
      for (const Group group : groups_) {
        clusters_.push_back(run_->most_like(run_->fingerprint(group)));
      }
    }
    void finish() override {
      for (std::size_t i = 0; i < groups_.size(); ++i) run_->place(groups_[i], clusters_[i]);
    }

   private:
    Run* run_;
    std::vector<Group> groups_;
    std::vector<std::uint32_t> clusters_;
  };

  void place(Group group, std::uint32_t cluster) {
    const bool is_like_one = cluster < large_.size();
    label_of_group_[group] = options_->drop_small ? kLeftOut
                             : is_like_one        ? static_cast<int>(large_[cluster])
                                                  : static_cast<int>(group);
    GroupCount& count = is_like_one ? made_.joined : made_.alone;
    ++count.groups;
    count.pages += sizes_[group];
  }

  void place_small() {
    label_of_group_.resize(sizes_.size());
    for (std::uint32_t i = 0; i < large_.size(); ++i) {
      label_of_group_[large_[i]] = static_cast<int>(large_[cluster_of_[i]]);
    }
    Group next = 0;
    run_in_order(thread_count(options_->threads), [&]() -> std::unique_ptr<Job> {
      check_stop();
      auto job = std::make_unique<SmallGroups>(*this);
      for (; next < sizes_.size() && !job->is_full(); ++next) {
        if (is_large(next)) continue;
        if (options_->drop_small) {
          place(next, static_cast<std::uint32_t>(large_.size()));
        } else {
          job->add(next);
        }
      }
      if (job->is_empty()) return nullptr;
      return job;
    });
  }

  void label_pages() {
    made_.labels.reserve(group_of_.size());
    for (const Group group : group_of_) made_.labels.push_back(label_of_group_[group]);
  }

  // The pages that agree with their group.
  std::vector<Members>& agreeing() {
    return options_->verify == Verify::kAll ? members_ : samples_;
  }

  void place_odd() {
    if (odd_.empty()) return;
    std::ranges::sort(odd_);
    std::vector<std::size_t> label_sizes(sizes_.size());  // sizes of clusters
    for (const int label : made_.labels) {
      if (label != kLeftOut) ++label_sizes[static_cast<std::size_t>(label)];
    }
    // Larger clusters come first, then those met first; kLeftOut comes last.
    const auto is_better = [&](int a, int b) {
      if (a == kLeftOut || b == kLeftOut) return a != kLeftOut && b == kLeftOut;
      const std::size_t size_a = label_sizes[static_cast<std::size_t>(a)];
      const std::size_t size_b = label_sizes[static_cast<std::size_t>(b)];
      return size_a != size_b ? size_a > size_b : a < b;
    };
    sketch::FingerprintIndex homes({.length = features::kTemplateFingerprintLength});
    std::vector<int> label_of_home;
    for (Group group = 0; group < sizes_.size(); ++group) {
      for (const PageId page : agreeing()[group]) {
        const std::uint32_t node = homes.add(pages_->fingerprint_of(page));
        const int label = label_of_group_[group];
        if (node == label_of_home.size()) {
          label_of_home.push_back(label);
        } else if (is_better(label, label_of_home[node])) {
          label_of_home[node] = label;
        }
      }
    }
    sketch::FingerprintIndex strays({.length = features::kTemplateFingerprintLength});
    std::vector<std::pair<PageId, std::uint32_t>> astray;  // pages, and their nodes
    for (const PageId page : odd_) {
      const std::vector<std::uint8_t> fingerprint = pages_->fingerprint_of(page);
      const std::vector<std::uint32_t> nodes = homes.find(fingerprint);
      int& label = made_.labels[page];
      if (nodes.empty()) {
        astray.emplace_back(page, strays.add(fingerprint));
        made_.split_off.push_back(page);
        continue;
      }
      int best = label_of_home[nodes.front()];
      for (const std::uint32_t node : nodes) {
        if (is_better(label_of_home[node], best)) best = label_of_home[node];
      }
      if (best == label) continue;
      label = best;
      made_.split_off.push_back(page);
      ++made_.moved;
    }
    label_strays(strays, astray);
  }

  void label_strays(sketch::FingerprintIndex& strays,
                    std::span<const std::pair<PageId, std::uint32_t>> astray) {
    std::vector<std::size_t> sizes(strays.node_count());
    for (const auto& [page, node] : astray) ++sizes[strays.cluster(node)];
    for (const auto& [page, node] : astray) {
      const std::uint32_t kind = strays.cluster(node);
      const bool is_dropped = options_->drop_small && sizes[kind] < options_->cut_off;
      made_.labels[page] = is_dropped ? kLeftOut : static_cast<int>(sizes_.size() + kind);
    }
  }

  std::span<const Group> group_of_;
  ReachedPages* pages_;
  const XpathOptions* options_;
  XpathClusters made_;
  std::vector<std::uint32_t> sizes_;  // by group
  std::vector<Members> members_;      // by group
  std::vector<Members> samples_;      // by group
  Members odd_;
  std::vector<Group> large_;
  std::vector<Set> fingerprints_;           // by large group
  std::vector<std::uint32_t> distinct_;     // distinct fingerprints: a large group of each, by size
  UnionFind clusters_;                      // of large groups
  std::vector<std::uint32_t> cluster_of_;   // by large group: the first one of its cluster
  std::vector<std::size_t> cluster_sizes_;  // number of pages, by the first large group
  std::vector<int> label_of_group_;         // by group: the first group of its cluster
};

}  // namespace

std::vector<PageId> ReachedPages::announce(std::span<const PageId>) { return {}; }

XpathClusters cluster_by_xpath(std::span<const std::uint32_t> group_of, ReachedPages& pages,
                               const XpathOptions& options) {
  return Run(group_of, pages, options).run();
}

// Floyd's algorithm: Bentley, Floyd: A Sample of Brilliance, CACM 30(9), 1987.
std::uint32_t scaled_cut_off(std::size_t pages, std::size_t sites) {
  constexpr std::size_t paper_cut_off = 100;
  constexpr std::size_t paper_pages = 76'503;  // of a site, on average
  const std::size_t share = paper_cut_off * pages / (paper_pages * std::max<std::size_t>(1, sites));
  return static_cast<std::uint32_t>(std::clamp<std::size_t>(share, 1, paper_cut_off));
}

std::vector<std::uint32_t> draw(std::uint32_t size, std::uint32_t count, Random random) {
  std::vector<std::uint32_t> all;
  if (count >= size) {
    all.resize(size);
    std::iota(all.begin(), all.end(), 0U);
    return all;
  }
  std::set<std::uint32_t> drawn;
  for (std::uint32_t last = size - count; last < size; ++last) {
    if (!drawn.insert(random.below(last + 1)).second) drawn.insert(last);
  }
  return {drawn.begin(), drawn.end()};
}

std::vector<std::uint64_t> common_values(std::span<const std::vector<std::uint64_t>> pages,
                                         double occurrence) {
  std::vector<std::uint64_t> values;
  for (const std::vector<std::uint64_t>& page : pages) {
    std::uint64_t copies = 0;
    for (std::size_t i = 0; i < page.size(); ++i) {
      copies = i > 0 && page[i] == page[i - 1] ? copies + 1 : 1;
      values.push_back(copies == 1 ? page[i] : features::path_occurrence(page[i], copies));
    }
  }
  std::ranges::sort(values);
  std::vector<std::uint64_t> common;
  const auto page_count = static_cast<double>(pages.size());
  for (auto begin = values.begin(); begin != values.end();) {
    const auto end = std::find_if(begin, values.end(), [&](auto v) { return v != *begin; });
    const double share = static_cast<double>(end - begin) / page_count;
    // Rounded, so that 3 of 10 are not more than 0.3.
    if (static_cast<float>(share) > static_cast<float>(occurrence)) common.push_back(*begin);
    begin = end;
  }
  return common;
}

}  // namespace pagekin::method
