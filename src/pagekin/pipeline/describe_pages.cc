#include "pagekin/pipeline/describe_pages.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <unordered_map>
#include <utility>

#include "pagekin/core/error.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/text.h"
#include "pagekin/core/union_find.h"
#include "pagekin/features/mark_names.h"
#include "pagekin/features/url_shape.h"
#include "pagekin/pipeline/describe_groups.h"
#include "pagekin/pipeline/describe_sample.h"

namespace pagekin::pipeline {
namespace {

using templates::BlockId;
using templates::Certainty;

constexpr std::size_t kSitesShown = 5;
constexpr std::size_t kExamples = 3;
constexpr std::size_t kNamesShown = 4;
// Marks of a line that get a name, of each kind.
constexpr std::size_t kNamedPaths = 4;
constexpr std::size_t kNamedOthers = 16;

// By cluster (number - 1) of those that are described: its pages by site.
using SitesOfClusters = std::vector<std::map<std::uint64_t, std::size_t>>;

// A mark of a page that is read again, with its name.
using Names = std::unordered_map<std::uint64_t, std::string>;

class Describer {
 public:
  Describer(const ClusterOptions& options, const ClusterRun& run, Progress* progress)
      : options_(&options),
        run_(&run),
        progress_(progress),
        sample_(draw_sample(run)),
        maybe_sampled_(run, sample_) {}

  Description describe_all() {
    const bool has_certainty = !run_->certainty.empty();
    result_.certainty = run_->certainty;
    result_.certainty.resize(run_->ids.size(), {.confidence = kNoConfidence});
    number_seconds(has_certainty);
    count_sites();
    read_sample();
    gather_groups();
    for (std::uint32_t i = 0; i < sites_.size(); ++i) describe(i);
    read_names(!has_certainty);
    for (const auto& [evidence, line] : unnamed_) name(*evidence, line);
    count_doubts();
    return std::move(result_);
  }

 private:
  // Method and groups number clusters otherwise than users do.
  void number_seconds(bool has_certainty) {
    if (!has_certainty) return;
    for (Certainty& one : result_.certainty) {
      if (one.second == templates::kNoTemplate) continue;
      one.second = static_cast<std::uint32_t>(run_->numbers[one.second] - 1);
    }
  }

  void count_sites() {
    result_.clusters.resize(run_->numbers.size());
    sites_.resize(std::min(run_->numbers.size(), kMostDescribed));
    std::unordered_map<std::uint64_t, PageId> first;  // page of a site
    for (PageId page = 0; page < run_->ids.size(); ++page) {
      const int number = run_->number_of(page);
      if (number == 0) continue;
      const auto cluster = static_cast<std::size_t>(number - 1);
      ClusterDescription& description = result_.clusters[cluster];
      if (description.pages++ == 0) description.exemplar = page;
      if (cluster >= sites_.size()) continue;
      const std::uint64_t site = features::site_of(run_->ids[page]);
      first.try_emplace(site, page);
      ++sites_[cluster][site];
    }
    for (std::size_t i = 0; i < sites_.size(); ++i) {
      ClusterDescription& description = result_.clusters[i];
      description.sites = sites_[i].size();
      for (const auto& [site, pages] : sites_[i]) {
        description.largest_sites.push_back(
            {features::site_name(run_->ids[first.at(site)]), pages});
      }
      std::ranges::sort(description.largest_sites, {}, [](const SitePagesCount& one) {
        return std::pair(-static_cast<std::int64_t>(one.pages), one.site);
      });
      if (description.sites > kSitesShown) description.largest_sites.resize(kSitesShown);
    }
  }

  // Calls take(page, kept) for the pages of this run, in their order.
  template <class Kept, class LookAt, class Take>
  void read_again(const LookAt& look_at, const Take& take) {
    PageIds ids;
    for (PageId page = 0; page < run_->earlier; ++page) ids.add(run_->ids[page]);
    auto next = static_cast<PageId>(run_->earlier);
    const auto changed = [] {
      throw Error("the input was not the same when it was read again for --describe");
    };
    read_each<Kept>({.inputs = options_->inputs, .options = options_->read, .progress = progress_},
                    ids, look_at, [&](std::string_view id, Kept&& kept) {
                      if (next >= run_->ids.size() || run_->ids[next] != id) changed();
                      take(next++, std::move(kept));
                    });
    if (next != run_->ids.size()) changed();
  }

  SampledPage* sampled(PageId page) {
    const auto at = std::ranges::lower_bound(sample_, page, {}, &SampledPage::page);
    return at != sample_.end() && at->page == page ? &*at : nullptr;
  }

  void read_sample() {
    read_again<features::Features>(
        [&](const Page& page, Look&) {
          if (!maybe_sampled_(page.id)) return features::Features{};
          features::Features features = features::extract(page, {.marks = true, .url_shape = true});
          limit_marks(features.marks);
          return features;
        },
        [&](PageId page, features::Features&& features) {
          SampledPage* const one = sampled(page);
          if (one == nullptr) return;
          one->marks = std::move(features.marks);
          one->address = std::move(features.url_marks);
        });
  }

  // Clusters that are linked by the sites they share are in the same groups.
  void gather_groups() {
    std::vector<double> weights;
    for (const ClusterDescription& one : result_.clusters) {
      weights.push_back(static_cast<double>(one.pages));
    }
    UnionFind linked(sites_.size());
    std::map<std::uint64_t, std::uint32_t> first_of;  // cluster of a site
    for (std::uint32_t i = 0; i < sites_.size(); ++i) {
      for (const auto& [site, pages] : sites_[i]) {
        linked.unite(i, first_of.try_emplace(site, i).first->second);
      }
    }
    std::map<std::uint32_t, std::vector<std::uint32_t>> members;
    std::vector<std::uint32_t> all(sample_.size());
    std::iota(all.begin(), all.end(), 0);
    for (const std::uint32_t i : all) members[linked.find(sample_[i].cluster)].push_back(i);
    home_.resize(sites_.size(), nullptr);
    compared_in_.resize(sites_.size(), nullptr);
    bool is_lone = false;
    for (auto& [root, pages] : members) {
      groups_.push_back(std::make_unique<DescribeGroups>(sample_, std::move(pages), weights));
      const std::vector<std::uint32_t>& clusters = groups_.back()->clusters();
      for (const std::uint32_t cluster : clusters) {
        home_[cluster] = compared_in_[cluster] = groups_.back().get();
      }
      is_lone |= clusters.size() == 1;
    }
    if (is_lone && groups_.size() > 1) {
      groups_.push_back(std::make_unique<DescribeGroups>(sample_, std::move(all), weights));
      for (DescribeGroups*& one : compared_in_) {
        if (one != nullptr && one->clusters().size() == 1) one = groups_.back().get();
      }
    }
    for (std::uint32_t i = 0; i < sites_.size(); ++i) {
      for (const auto& [site, pages] : sites_[i]) home_of_site_[site] = home_[linked.find(i)];
    }
  }

  bool share_site(std::uint32_t a, std::uint32_t b) const {
    return std::ranges::any_of(sites_[a],
                               [&](const auto& one) { return sites_[b].contains(one.first); });
  }

  void describe(std::uint32_t cluster) {
    const DescribeGroups* const groups = compared_in_[cluster];
    if (groups == nullptr) return;  // no page of it in this run
    ClusterDescription& description = result_.clusters[cluster];
    const std::uint32_t group = groups->group_of(cluster);
    description.exemplar = sample_[groups->exemplar(group)].page;
    for (const SampledPage& one : sample_) {
      if (one.cluster != cluster) continue;
      ++description.sampled;
      if (one.page != description.exemplar && description.examples.size() < kExamples) {
        description.examples.push_back(one.page);
      }
    }
    std::vector<std::uint32_t> others;
    std::vector<std::uint32_t> same_site;
    for (std::uint32_t other = 0; other < groups->clusters().size(); ++other) {
      if (other == group) continue;
      others.push_back(other);
      if (share_site(cluster, groups->clusters()[other])) same_site.push_back(other);
    }
    description.same_site = !same_site.empty();
    if (description.same_site) others = same_site;
    description.compared_with = others.size();
    note(groups->held_together_by(group, others), description.held_together_by);
    const std::optional<DescribeGroups::Nearest> nearest = groups->nearest(group, others);
    if (!nearest) return;
    Neighbour& neighbour = description.nearest.emplace();
    neighbour.number = static_cast<int>(groups->clusters()[nearest->group]) + 1;
    neighbour.similarity = nearest->similarity;
    note(groups->separated_by(group, nearest->group), neighbour.has);
    note(groups->separated_by(nearest->group, group), neighbour.lacks);
  }

  // Lines whose names are yet to be read.
  void note(std::vector<TellingMarks>&& lines, std::vector<Evidence>& evidence) {
    evidence.resize(lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
      evidence[i].marks = lines[i].marks.size();
      evidence[i].share = lines[i].share;
      evidence[i].elsewhere = lines[i].elsewhere;
      std::size_t of_kind[8] = {};
      std::erase_if(lines[i].marks, [&](std::uint64_t mark) {
        const features::MarkKind kind = features::kind_of(mark);
        const std::size_t most = kind == features::MarkKind::kPath ? kNamedPaths : kNamedOthers;
        return ++of_kind[static_cast<std::size_t>(kind)] > most;
      });
      for (const std::uint64_t mark : lines[i].marks) names_.try_emplace(mark);
      unnamed_.emplace_back(&evidence[i], std::move(lines[i].marks));
    }
  }

  void read_names(bool with_confidence) {
    struct Kept {
      std::vector<features::NamedMark> named;
      std::vector<BlockId> blocks;
    };
    const features::WantsName wants = [&](std::uint64_t mark) { return names_.contains(mark); };
    read_again<Kept>(
        [&](const Page& page, Look&) {
          Kept kept;
          if (maybe_sampled_(page.id)) kept.named = features::named_marks(page, wants);
          const auto home = home_of_site_.find(features::site_of(to_valid_utf8(page.id)));
          if (with_confidence && home != home_of_site_.end() && home->second != nullptr) {
            kept.blocks = home->second->blocks_of(features::extract(page, {.marks = true}).marks);
          }
          return kept;
        },
        [&](PageId page, Kept&& kept) {
          const bool is_sampled = sampled(page) != nullptr;
          if (is_sampled) {
            for (features::NamedMark& one : kept.named) {
              std::string& name = names_[one.mark];
              if (name.empty()) name = std::move(one.name);
            }
          }
          const auto cluster = static_cast<std::uint32_t>(run_->number_of(page) - 1);
          if (!with_confidence || cluster >= home_.size()) return;
          const DescribeGroups& home = *home_[cluster];
          Certainty& one = result_.certainty[page];
          one = home.certainty(home.group_of(cluster), kept.blocks, is_sampled);
          if (one.second != templates::kNoTemplate) one.second = home.clusters()[one.second];
        });
  }

  void name(Evidence& evidence, const std::vector<std::uint64_t>& marks) const {
    std::vector<RatedName> names;
    names.reserve(marks.size());
    for (const std::uint64_t mark : marks) {
      names.push_back({features::kind_of(mark), names_.at(mark)});
    }
    evidence.names = choose_names(std::move(names), kNamesShown);
    if (evidence.names.empty()) evidence.names.emplace_back("?");
  }

  void count_doubts() {
    std::vector<double> sums(result_.clusters.size());
    std::vector<std::size_t> counts(result_.clusters.size());
    for (PageId page = 0; page < run_->ids.size(); ++page) {
      const float confidence = result_.certainty[page].confidence;
      const int number = run_->number_of(page);
      if (number == 0 || confidence < 0) continue;
      const auto cluster = static_cast<std::size_t>(number - 1);
      sums[cluster] += confidence;
      ++counts[cluster];
      if (confidence >= templates::kDoubtful) continue;
      ++result_.in_doubt;
      ++result_.clusters[cluster].in_doubt;
    }
    for (std::size_t i = 0; i < sums.size(); ++i) {
      if (counts[i] == 0) continue;
      result_.clusters[i].mean_confidence = sums[i] / static_cast<double>(counts[i]);
    }
  }

  const ClusterOptions* options_;
  const ClusterRun* run_;
  Progress* progress_;
  std::vector<SampledPage> sample_;
  MaybeSampled maybe_sampled_;
  SitesOfClusters sites_;
  std::vector<std::unique_ptr<DescribeGroups>> groups_;
  std::vector<DescribeGroups*> home_;         // by cluster: with those it shares sites with
  std::vector<DescribeGroups*> compared_in_;  // by cluster: with those it is compared with
  std::unordered_map<std::uint64_t, const DescribeGroups*> home_of_site_;
  Names names_;
  std::vector<std::pair<Evidence*, std::vector<std::uint64_t>>> unnamed_;
  Description result_;
};

}  // namespace

Description describe_pages(const ClusterOptions& options, const ClusterRun& run,
                           Progress* progress) {
  const auto start = std::chrono::steady_clock::now();
  Description description = Describer(options, run, progress).describe_all();
  description.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return description;
}

}  // namespace pagekin::pipeline
