#include "pagekin/templates/crawl_pages.h"

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

#include "pagekin/core/error.h"
#include "pagekin/core/parallel.h"
#include "pagekin/core/release_memory.h"
#include "pagekin/templates/shared_templates.h"

namespace pagekin::templates {
namespace {

// Joins templates of one seed, and separates those whose seeds are apart. `seeds_of`: by template.
// Returns `same` anew, numbered from 0 in the order of the templates.
std::vector<std::uint32_t> number_by_seeds(const Seeds& seeds,
                                           std::span<const std::vector<std::uint32_t>> seeds_of,
                                           std::span<const std::uint32_t> same) {
  struct Joined {
    std::uint32_t before = 0;          // its number in `same`
    std::vector<std::uint32_t> seeds;  // of all its templates
    std::vector<std::size_t> members;
  };
  const auto can_join = [&](const std::vector<std::uint32_t>& a,
                            const std::vector<std::uint32_t>& b) {
    return std::ranges::none_of(a, [&](std::uint32_t seed) {
      return std::ranges::any_of(b,
                                 [&](std::uint32_t other) { return seeds.are_apart(seed, other); });
    });
  };
  const auto add = [](Joined& joined, const std::vector<std::uint32_t>& more,
                      std::span<const std::size_t> members) {
    joined.seeds.insert(joined.seeds.end(), more.begin(), more.end());
    joined.members.insert(joined.members.end(), members.begin(), members.end());
  };
  std::vector<Joined> parts;
  std::map<std::uint32_t, std::vector<std::size_t>> parts_of;  // by the number before
  std::map<std::uint32_t, std::size_t> part_of_seed;
  for (std::size_t i = 0; i < same.size(); ++i) {
    std::size_t part = parts.size();
    for (const std::uint32_t seed : seeds_of[i]) {
      const auto at = part_of_seed.find(seed);
      if (at == part_of_seed.end() || !can_join(parts[at->second].seeds, seeds_of[i])) continue;
      part = at->second;
      break;
    }
    std::vector<std::size_t>& candidates = parts_of[same[i]];
    for (std::size_t at = 0; part == parts.size() && at < candidates.size(); ++at) {
      if (can_join(parts[candidates[at]].seeds, seeds_of[i])) part = candidates[at];
    }
    if (part == parts.size()) {
      parts.push_back({same[i], {}, {}});
      candidates.push_back(part);
    }
    const std::size_t member[] = {i};
    add(parts[part], seeds_of[i], member);
    for (const std::uint32_t seed : seeds_of[i]) part_of_seed.try_emplace(seed, part);
  }
  std::vector<std::uint32_t> numbers(same.size());
  for (std::uint32_t part = 0; part < parts.size(); ++part) {
    for (const std::size_t i : parts[part].members) numbers[i] = part;
  }
  return numbers;
}

constexpr std::size_t kMostWaiting = 4096;  // pages
constexpr std::size_t kLargeSite = 16'384;  // distinct pages
constexpr std::size_t kMostWaitingBytes = std::size_t{32} << 20;
constexpr std::size_t kPreparedAtOnce = 32;  // pages

}  // namespace

std::uint32_t CrawlPages::number_of(std::uint64_t site) {
  const auto [at, is_new] =
      site_numbers_.try_emplace(site, static_cast<std::uint32_t>(sites_.size()));
  if (is_new) sites_.emplace_back();
  return at->second;
}

CrawlPages::PageAt CrawlPages::place(std::uint64_t site, std::vector<std::uint64_t>&& marks,
                                     const PageContext& context) {
  const std::uint32_t number = number_of(site);
  return {number, sites_[number].add(marks, context)};
}

void CrawlPages::add_later(std::uint64_t site, std::vector<std::uint64_t>&& marks,
                           PageContext&& context, unsigned threads) {
  waiting_bytes_ +=
      sizeof(std::uint64_t) * (marks.size() + context.address.size() + context.links.size());
  waiting_.push_back({.number = pages_.size(),
                      .site = number_of(site),
                      .page = {.marks = std::move(marks), .context = std::move(context)}});
  pages_.push_back({waiting_.back().site, 0});
  if (waiting_.size() == kMostWaiting || waiting_bytes_ > kMostWaitingBytes) settle(threads);
}

void CrawlPages::settle(unsigned threads) {
  const unsigned count = thread_count(threads);
  for_parts(count, waiting_.size(), kPreparedAtOnce, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) sites_[waiting_[i].site].prepare(waiting_[i].page);
  });

  // The pages by site, those of a site in their order.
  std::vector<std::uint32_t> order(waiting_.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return waiting_[a].site < waiting_[b].site;
  });
  // Parts of whole sites. Small sites go together.
  std::vector<std::span<const std::uint32_t>> parts;
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && (end - begin < kPreparedAtOnce ||
                                  waiting_[order[end]].site == waiting_[order[end - 1]].site)) {
      ++end;
    }
    parts.push_back(std::span(order).subspan(begin, end - begin));
  }
  for_parts(count, parts.size(), 1, [&](std::size_t part, std::size_t) {
    for (const std::uint32_t i : parts[part]) {
      Waiting& waiting_page = waiting_[i];
      pages_[waiting_page.number].distinct = sites_[waiting_page.site].add(waiting_page.page);
      waiting_page.page = {};  // frees its memory on this thread
    }
  });
  waiting_.clear();
  waiting_bytes_ = 0;
}

void CrawlPages::add(std::uint64_t site, std::vector<std::uint64_t>&& marks,
                     const PageContext& context) {
  pages_.push_back(place(site, std::move(marks), context));
}

void CrawlPages::replace(std::size_t page, std::uint64_t site, std::vector<std::uint64_t>&& marks,
                         const PageContext& context) {
  const PageAt before = pages_[page];
  pages_[page] = place(site, std::move(marks), context);
  sites_[before.site].remove(before.distinct);
  const bool is_same = pages_[page].site == before.site && pages_[page].distinct == before.distinct;
  if (!is_same) changed_sites_.push_back(before.site);
}

void CrawlPages::forget(std::span<const std::uint32_t> new_numbers) {
  std::size_t kept = 0;
  for (std::size_t page = 0; page < pages_.size(); ++page) {
    const PageAt at = pages_[page];
    if (new_numbers[page] != kPageLeft) {
      pages_[kept++] = at;
      continue;
    }
    sites_[at.site].remove(at.distinct);
    changed_sites_.push_back(at.site);
  }
  pages_.resize(kept);
  hints_.renumber(new_numbers);
}

void CrawlPages::drop_replaced() {
  if (changed_sites_.empty()) return;
  std::vector<std::vector<std::uint32_t>> new_numbers(sites_.size());  // empty: as they were
  for (const std::uint32_t site : changed_sites_) {
    if (new_numbers[site].empty()) new_numbers[site] = sites_[site].drop_removed();
  }
  for (PageAt& page : pages_) {
    if (!new_numbers[page.site].empty()) page.distinct = new_numbers[page.site][page.distinct];
  }
  changed_sites_.clear();
}

const std::uint32_t* CrawlPages::site_number(std::uint64_t site) const {
  const auto at = site_numbers_.find(site);
  return at == site_numbers_.end() ? nullptr : &at->second;
}

bool CrawlPages::has_mixed_sites() const {
  constexpr std::size_t fewest_pages = 20;
  constexpr double common_share = 0.5;
  const std::uint32_t* const number = site_number(0);
  if (number == nullptr || sites_[*number].distinct_pages() < fewest_pages) return false;
  return sites_[*number].share_of_commonest_name() < common_share;
}

std::uint32_t CrawlPages::parts_without_host(const CrawlTemplates& templates) const {
  const std::uint32_t* const number = site_number(0);
  return number == nullptr ? 1 : templates.sites[*number].parts;
}

CrawlPages::SiteCounts CrawlPages::site_counts() const {
  std::vector<std::size_t> pages(sites_.size());
  for (const PageAt& page : pages_) ++pages[page.site];
  SiteCounts counts;
  for (const std::size_t count : pages) {
    counts.all += count > 0;
    counts.small += count > 0 && count < few_pages_of_site;
  }
  return counts;
}

CrawlTemplates CrawlPages::learn(unsigned threads, FurtherPages further) const {
  const Seeds seeds = hints_.seeds();
  std::map<std::uint32_t, SiteSeeds> hinted;  // by site
  std::vector<SeedPage> contradicted;         // pages that are equal to one with another seed
  for (const SeedPage& seed : seeds.pages()) {
    const auto [site, distinct] = pages_[seed.page];
    SiteSeeds& of_site = hinted[site];
    of_site.seeds = &seeds;
    const auto known = std::ranges::find(of_site.pages, distinct, &SeedPage::page);
    if (known == of_site.pages.end()) {
      of_site.pages.push_back({distinct, seed.seed});
    } else if (seeds.are_apart(known->seed, seed.seed)) {
      contradicted.push_back(seed);
    }
  }
  release_memory();  // of reading the pages
  CrawlTemplates templates;
  templates.sites.resize(sites_.size());
  const auto learn_site = [&](std::size_t site, unsigned threads_for_it) {
    const auto seeded = hinted.find(static_cast<std::uint32_t>(site));
    templates.sites[site] = sites_[site].learn(
        seeded != hinted.end() ? seeded->second : SiteSeeds(), {}, threads_for_it);
    if (further == FurtherPages::kNo) templates.sites[site].placer = {};
  };
  // Several sites at once. If there are fewer sites than threads, a site has several.
  const unsigned count = thread_count(threads);
  const auto learn_all = [&](std::span<const std::size_t> sites) {
    const auto for_each = static_cast<unsigned>(
        std::max<std::size_t>(1, count / std::max<std::size_t>(1, sites.size())));
    for_parts(count, sites.size(), 1,
              [&](std::size_t i, std::size_t) { learn_site(sites[i], for_each); });
  };
  std::vector<std::size_t> large;
  std::vector<std::size_t> others;
  for (std::size_t site = 0; site < sites_.size(); ++site) {
    (sites_[site].distinct_pages() >= kLargeSite ? large : others).push_back(site);
  }
  learn_all(large);
  learn_all(others);
  release_memory();

  templates.first.resize(sites_.size());
  std::vector<SiteTemplate> all;
  // By hash, an order that does not depend on the pages.
  for (const auto& [hash, site] : site_numbers_) {
    templates.first[site] = static_cast<std::uint32_t>(all.size());
    for (const std::vector<std::uint64_t>& core : templates.sites[site].core) {
      all.push_back({site, core});
    }
  }
  templates.same = shared_templates(all);
  if (!seeds.empty()) follow(seeds, contradicted, templates);
  return templates;
}

void CrawlPages::follow(const Seeds& seeds, std::span<const SeedPage> contradicted,
                        CrawlTemplates& templates) {
  std::vector<std::vector<std::uint32_t>> seeds_of(templates.same.size());
  for (std::size_t site = 0; site < templates.sites.size(); ++site) {
    for (const auto& [seed, number] : templates.sites[site].template_of_seed) {
      seeds_of[templates.first[site] + number].push_back(seed);
    }
  }
  templates.same = number_by_seeds(seeds, seeds_of, templates.same);
  std::map<std::uint32_t, std::uint32_t> label_of;  // by seed
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < seeds_of.size(); ++i) {
    next = std::max(next, templates.same[i] + 1);
    for (const std::uint32_t seed : seeds_of[i]) label_of.try_emplace(seed, templates.same[i]);
  }
  for (const SeedPage& seed_page : contradicted) {
    const auto [at, is_new] = label_of.try_emplace(seed_page.seed, next);
    if (is_new) ++next;
    templates.exceptions.emplace(seed_page.page, at->second);
  }
  for (const auto& [seed, label] : label_of) {
    if (!seeds.name(seed).empty()) templates.names.emplace(label, seeds.name(seed));
  }
}

int CrawlPages::label(const CrawlTemplates& templates, std::size_t page) const {
  const auto exception = templates.exceptions.find(page);
  if (exception != templates.exceptions.end()) return static_cast<int>(exception->second);
  const auto [site, distinct] = pages_[page];
  return templates.label(site, templates.sites[site].template_of[distinct]);
}

Clustering CrawlPages::clusters(const CrawlTemplates& templates) const {
  std::vector<int> labels(pages_.size());
  for (std::size_t i = 0; i < pages_.size(); ++i) labels[i] = label(templates, i);
  return canonical(std::move(labels));
}

Clustering CrawlPages::variants(const CrawlTemplates& templates) const {
  std::vector<std::uint32_t> first(sites_.size() + 1);  // by site: the number of its first variant
  for (std::size_t site = 0; site < sites_.size(); ++site) {
    first[site + 1] = first[site] + templates.sites[site].variants;
  }
  std::vector<int> labels(pages_.size());
  for (std::size_t i = 0; i < pages_.size(); ++i) {
    const auto [site, distinct] = pages_[i];
    labels[i] = static_cast<int>(first[site] + templates.sites[site].variant_of[distinct]);
  }
  int next = static_cast<int>(first.back());
  std::map<std::uint32_t, int> of_label;  // exceptions that are alone in their template
  for (const auto& [page, label] : templates.exceptions) {
    const auto [at, is_new] = of_label.try_emplace(label, next);
    if (is_new) ++next;
    labels[page] = at->second;
  }
  return canonical(std::move(labels));
}

std::vector<std::string> CrawlPages::names(const CrawlTemplates& templates,
                                           const Clustering& clusters) const {
  std::vector<std::string> names(static_cast<std::size_t>(clusters.cluster_count));
  if (templates.names.empty()) return names;
  for (std::size_t i = 0; i < pages_.size(); ++i) {
    const auto at = templates.names.find(static_cast<std::uint32_t>(label(templates, i)));
    if (at != templates.names.end())
      names[static_cast<std::size_t>(clusters.labels[i])] = at->second;
  }
  return names;
}

std::vector<CrawlPages::AskedPage> CrawlPages::asked(const CrawlTemplates& templates,
                                                     std::size_t count) const {
  struct Asked {
    float doubt = 0;
    std::uint64_t site = 0;  // its hash, so that the order of the pages does not matter
    std::uint32_t number = 0;
    std::uint32_t distinct = 0;
  };
  std::vector<Asked> all;
  for (const auto& [hash, site] : site_numbers_) {
    for (const auto& [distinct, doubt] : templates.sites[site].asked) {
      all.push_back({doubt, hash, site, distinct});
    }
  }
  std::ranges::stable_sort(all, std::ranges::greater(), &Asked::doubt);
  all.resize(std::min(all.size(), count));
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> page_of;
  for (const Asked& asked_page : all)
    page_of.emplace(std::pair(asked_page.number, asked_page.distinct), pages_.size());
  for (std::size_t i = pages_.size(); i-- > 0;) {
    const auto at = page_of.find({pages_[i].site, pages_[i].distinct});
    if (at != page_of.end()) at->second = i;
  }
  std::vector<AskedPage> asked;
  asked.reserve(all.size());
  for (const Asked& asked_page : all)
    asked.push_back({page_of.at({asked_page.number, asked_page.distinct}), asked_page.doubt});
  return asked;
}

std::vector<Certainty> CrawlPages::certainty(const CrawlTemplates& templates,
                                             const Clustering& clusters) const {
  std::vector<std::uint32_t> cluster_of(templates.same.size() + templates.exceptions.size(),
                                        kNoTemplate);  // by label
  for (std::size_t i = 0; i < pages_.size(); ++i) {
    cluster_of[static_cast<std::size_t>(label(templates, i))] =
        static_cast<std::uint32_t>(clusters.labels[i]);
  }
  std::vector<Certainty> certainty(pages_.size());
  for (std::size_t i = 0; i < pages_.size(); ++i) {
    const auto [site, distinct] = pages_[i];
    certainty[i] = templates.sites[site].certainty[distinct];
    std::uint32_t& second = certainty[i].second;
    if (second == kNoTemplate) continue;
    second = cluster_of[static_cast<std::size_t>(templates.label(site, second))];
  }
  return certainty;
}

std::vector<std::vector<std::uint64_t>> CrawlPages::cores(const CrawlTemplates& templates,
                                                          const Clustering& clusters) const {
  std::vector<std::vector<std::uint64_t>> cores;  // clusters are numbered by their first pages
  for (std::size_t page = 0; page < pages_.size(); ++page) {
    if (clusters.labels[page] != static_cast<int>(cores.size())) continue;
    const auto [site, distinct] = pages_[page];
    const SiteTemplates& found = templates.sites[site];
    cores.push_back(found.core[found.template_of[distinct]]);
  }
  return cores;
}

std::vector<std::vector<std::uint64_t>> CrawlPages::cores(CrawlTemplates&& templates,
                                                          const Clustering& clusters) const {
  // Two clusters may then have one core.
  if (!templates.exceptions.empty()) return this->cores(std::as_const(templates), clusters);
  std::vector<std::vector<std::uint64_t>> cores;
  for (std::size_t page = 0; page < pages_.size(); ++page) {
    if (clusters.labels[page] != static_cast<int>(cores.size())) continue;
    const auto [site, distinct] = pages_[page];
    SiteTemplates& found = templates.sites[site];
    cores.push_back(std::move(found.core[found.template_of[distinct]]));
  }
  templates = {};
  return cores;
}

// Writes the number of sites, each site as its hash and its contents, then the pages.
void CrawlPages::save(const std::function<void(std::string_view)>& write) const {
  const auto site_count = static_cast<std::uint32_t>(sites_.size());
  write(bytes_of(site_count));
  std::vector<std::uint64_t> hashes(sites_.size());
  for (const auto& [hash, site] : site_numbers_) hashes[site] = hash;
  for (std::size_t site = 0; site < sites_.size(); ++site) {
    write(bytes_of(hashes[site]));
    sites_[site].save(write);
  }
  const auto page_count = static_cast<std::uint32_t>(pages_.size());
  write(bytes_of(page_count));
  write({reinterpret_cast<const char*>(pages_.data()), pages_.size() * sizeof(PageAt)});
  hints_.save(write);
}

void CrawlPages::load(ByteReader& bytes) {
  *this = {};
  const auto site_count = bytes.number<std::uint32_t>();
  for (std::uint32_t site = 0; site < site_count; ++site) {
    if (!site_numbers_.try_emplace(bytes.number<std::uint64_t>(), site).second) {
      throw Error("a site is stored twice");
    }
    sites_.emplace_back().load(bytes);
  }
  const auto page_count = bytes.number<std::uint32_t>();
  for (std::uint32_t i = 0; i < page_count; ++i) {
    const auto page = bytes.number<PageAt>();
    if (page.site >= sites_.size() || page.distinct >= sites_[page.site].distinct_pages()) {
      throw Error("a page refers to no stored page");
    }
    pages_.push_back(page);
  }
  hints_.load(bytes, pages_.size());
}

}  // namespace pagekin::templates
