#include "pagekin/describe/describer.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <unordered_set>
#include <utility>

#include "pagekin/core/text.h"
#include "pagekin/core/union_find.h"
#include "pagekin/features/features.h"
#include "pagekin/features/mark_names.h"
#include "pagekin/features/url_shape.h"

namespace pagekin::describe {
namespace {

using templates::BlockId;
using templates::Certainty;

constexpr std::size_t kSitesShown = 5;
constexpr std::size_t kExamples = 3;
constexpr std::size_t kNamesShown = 4;
// How many marks of one line get a name, of each kind.
constexpr std::size_t kNamedPaths = 4;
constexpr std::size_t kNamedOthers = 16;

}  // namespace

Describer::Describer(const ClusteredPages& pages, std::span<const Certainty> certainty)
    : pages_(pages),
      has_certainty_(!certainty.empty()),
      sample_(draw_sample(pages)),
      maybe_sampled_(*pages.ids, pages_of(sample_)) {
  result_.certainty.assign(certainty.begin(), certainty.end());
  result_.certainty.resize(pages_.ids->size(), {.confidence = kNoConfidence});
  number_seconds();
  count_sites();
}

// Replaces the labels of the method by the numbers that users see, minus 1.
void Describer::number_seconds() {
  if (!has_certainty_) return;
  for (Certainty& certainty : result_.certainty) {
    if (certainty.second == templates::kNoTemplate) continue;
    certainty.second = static_cast<std::uint32_t>(pages_.numbers[certainty.second] - 1);
  }
}

void Describer::count_sites() {
  result_.clusters.resize(pages_.numbers.size());
  sites_.resize(std::min(pages_.numbers.size(), kMostDescribed));
  std::unordered_map<std::uint64_t, PageId> first;  // page of a site
  for (PageId page = 0; page < pages_.ids->size(); ++page) {
    const int number = pages_.number_of(page);
    if (number == 0) continue;
    const auto cluster = static_cast<std::size_t>(number - 1);
    ClusterDescription& description = result_.clusters[cluster];
    if (description.pages++ == 0) description.exemplar = page;
    if (cluster >= sites_.size()) continue;
    const std::uint64_t site = features::site_of((*pages_.ids)[page]);
    first.try_emplace(site, page);
    ++sites_[cluster][site];
  }
  for (std::size_t i = 0; i < sites_.size(); ++i) {
    ClusterDescription& description = result_.clusters[i];
    description.sites = sites_[i].size();
    for (const auto& [site, pages] : sites_[i]) {
      description.largest_sites.push_back(
          {features::site_name((*pages_.ids)[first.at(site)]), pages});
    }
    std::ranges::sort(description.largest_sites, {}, [](const SitePagesCount& count) {
      return std::pair(-static_cast<std::int64_t>(count.pages), count.site);
    });
    if (description.sites > kSitesShown) description.largest_sites.resize(kSitesShown);
  }
}

SampledPage* Describer::sampled(PageId page) {
  const auto at = std::ranges::lower_bound(sample_, page, {}, &SampledPage::page);
  return at != sample_.end() && at->page == page ? &*at : nullptr;
}

bool Describer::is_in_sample(PageId page) const {
  return std::ranges::binary_search(sample_, page, {}, &SampledPage::page);
}

// Clusters that are linked by shared sites are compared together. A cluster that is linked to no
// other is compared with all.
void Describer::group_by_sites() {
  std::vector<double> weights;
  for (const ClusterDescription& described : result_.clusters) {
    weights.push_back(static_cast<double>(described.pages));
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
    groups_.push_back(std::make_unique<ComparedClusters>(sample_, std::move(pages), weights));
    const std::vector<std::uint32_t>& clusters = groups_.back()->clusters();
    for (const std::uint32_t cluster : clusters) {
      home_[cluster] = compared_in_[cluster] = groups_.back().get();
    }
    is_lone |= clusters.size() == 1;
  }
  if (is_lone && groups_.size() > 1) {
    groups_.push_back(std::make_unique<ComparedClusters>(sample_, std::move(all), weights));
    for (ComparedClusters*& compared : compared_in_) {
      if (compared != nullptr && compared->clusters().size() == 1) compared = groups_.back().get();
    }
  }
  for (std::uint32_t i = 0; i < sites_.size(); ++i) {
    for (const auto& [site, pages] : sites_[i]) home_of_site_[site] = home_[linked.find(i)];
  }
}

bool Describer::share_site(std::uint32_t a, std::uint32_t b) const {
  return std::ranges::any_of(sites_[a],
                             [&](const auto& site) { return sites_[b].contains(site.first); });
}

void Describer::describe(std::uint32_t cluster) {
  const ComparedClusters* const groups = compared_in_[cluster];
  if (groups == nullptr) return;  // no page of it in this run
  ClusterDescription& description = result_.clusters[cluster];
  const std::uint32_t group = groups->group_of(cluster);
  description.exemplar = sample_[groups->exemplar(group)].page;
  for (const SampledPage& sampled_page : sample_) {
    if (sampled_page.cluster != cluster) continue;
    ++description.sampled;
    if (sampled_page.page != description.exemplar && description.examples.size() < kExamples) {
      description.examples.push_back(sampled_page.page);
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
  const std::optional<ComparedClusters::Nearest> nearest = groups->nearest(group, others);
  if (!nearest) return;
  Neighbour& neighbour = description.nearest.emplace();
  neighbour.number = static_cast<int>(groups->clusters()[nearest->group]) + 1;
  neighbour.similarity = nearest->similarity;
  note(groups->separated_by(group, nearest->group), neighbour.has);
  note(groups->separated_by(nearest->group, group), neighbour.lacks);
}

// Adds evidence whose names the second reading will find.
void Describer::note(std::vector<DistinctiveMarks>&& lines, std::vector<Evidence>& evidence) {
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

void Describer::name(Evidence& evidence, const std::vector<std::uint64_t>& marks) const {
  std::vector<RatedName> names;
  names.reserve(marks.size());
  for (const std::uint64_t mark : marks) {
    names.push_back({features::kind_of(mark), names_.at(mark)});
  }
  evidence.names = choose_names(std::move(names), kNamesShown);
  if (evidence.names.empty()) evidence.names.emplace_back("?");
}

void Describer::count_doubts() {
  std::vector<double> sums(result_.clusters.size());
  std::vector<std::size_t> counts(result_.clusters.size());
  for (PageId page = 0; page < pages_.ids->size(); ++page) {
    const float confidence = result_.certainty[page].confidence;
    const int number = pages_.number_of(page);
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

Describer::PageMarks Describer::marks_of(const Page& page) const {
  if (!maybe_sampled_.has(page.id)) return {};
  features::Features features = features::extract(page, {.marks = true, .url_shape = true});
  limit_marks(features.marks);
  return {std::move(features.marks), std::move(features.url_marks)};
}

void Describer::add_marks(PageId page, PageMarks&& marks) {
  SampledPage* const sampled_page = sampled(page);
  if (sampled_page == nullptr) return;
  sampled_page->marks = std::move(marks.structure);
  sampled_page->address = std::move(marks.address);
}

void Describer::compare() {
  group_by_sites();
  for (std::uint32_t i = 0; i < sites_.size(); ++i) describe(i);
  choose_naming_pages();
  if (has_certainty_) return;
  for (const SampledPage& sampled_page : sample_) {
    if (home_[sampled_page.cluster] == nullptr) continue;
    assess(sampled_page.page, home_[sampled_page.cluster]->blocks_of(sampled_page.marks), true);
  }
}

// The first sampled page that has a mark names it. Few pages are enough for all marks, because
// the marks that are evidence are on nearly all pages of a cluster.
void Describer::choose_naming_pages() {
  std::unordered_set<std::uint64_t> missing;
  for (const auto& [mark, name] : names_) missing.insert(mark);
  std::vector<SampledPage> naming;  // without their marks
  for (const SampledPage& sampled_page : sample_) {
    if (missing.empty()) break;
    const std::size_t before = missing.size();
    for (const std::vector<std::uint64_t>* const marks :
         {&sampled_page.marks, &sampled_page.address}) {
      for (const std::uint64_t mark : *marks) missing.erase(mark);
    }
    if (missing.size() < before)
      naming.push_back({.page = sampled_page.page, .cluster = sampled_page.cluster});
  }
  maybe_naming_ = MaybePages(*pages_.ids, pages_of(naming));
}

Describer::PageNames Describer::names_of(const Page& page) const {
  PageNames names;
  const features::WantsName wants = [&](std::uint64_t mark) { return names_.contains(mark); };
  if (maybe_naming_.has(page.id)) names.named = features::named_marks(page, wants);
  if (has_certainty_) return names;
  const std::string id = to_valid_utf8(page.id);
  const std::optional<PageId> known = pages_.ids->find_unrepeated(id);
  if (known && is_in_sample(*known)) return names;  // its confidence is known
  const auto home = home_of_site_.find(features::site_of(id));
  if (home != home_of_site_.end() && home->second != nullptr) {
    names.blocks = home->second->blocks_of(features::extract(page, {.marks = true}).marks);
  }
  return names;
}

void Describer::add_names(PageId page, PageNames&& names) {
  if (is_in_sample(page)) {
    for (features::NamedMark& named_mark : names.named) {
      std::string& name = names_[named_mark.mark];
      if (name.empty()) name = std::move(named_mark.name);
    }
    return;
  }
  const auto cluster = static_cast<std::uint32_t>(pages_.number_of(page) - 1);
  if (!has_certainty_ && cluster < home_.size()) assess(page, names.blocks, false);
}

void Describer::assess(PageId page, std::span<const BlockId> blocks, bool is_sampled) {
  const auto cluster = static_cast<std::uint32_t>(pages_.number_of(page) - 1);
  const ComparedClusters& home = *home_[cluster];
  Certainty& certainty = result_.certainty[page];
  certainty = home.certainty(home.group_of(cluster), blocks, is_sampled);
  if (certainty.second != templates::kNoTemplate)
    certainty.second = home.clusters()[certainty.second];
}

Description Describer::finish() {
  for (const auto& [evidence, marks] : unnamed_) name(*evidence, marks);
  count_doubts();
  return std::move(result_);
}

}  // namespace pagekin::describe
