// The pages of a crawl, by site, and their templates. The method auto keeps them.
//
// Pages that are added later are first collected. Then their hashes and sketches are made on
// several threads, and the sites take them on several threads, each site its pages in their order.
// So the result is that of adding one page after the other. Templates are learned on several
// threads, too: of several sites at once, and of few sites by several threads each.
//
// Cost: that of site_pages.h, 8 bytes a page, and up to 32 MB for the pages that are collected.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pagekin/core/byte_reader.h"
#include "pagekin/core/clustering.h"
#include "pagekin/templates/hints.h"
#include "pagekin/templates/site_pages.h"

namespace pagekin::templates {

struct CrawlTemplates {
  std::vector<SiteTemplates> sites;
  std::vector<std::uint32_t> first;  // by site: the number of its first template
  std::vector<std::uint32_t> same;   // by that number: its template, numbered over all sites
  std::map<std::uint32_t, std::string> names;  // by that template: as hints name it
  // Labels of pages whose hints contradict those of a page with the same marks.
  std::map<std::size_t, std::uint32_t> exceptions;

  int label(std::size_t site, std::uint32_t template_number) const {
    return static_cast<int>(same[first[site] + template_number]);
  }
};

class CrawlPages {
 public:
  // Adds a page of the site with this hash (see features/url_shape.h).
  void add(std::uint64_t site, std::vector<std::uint64_t>&& marks, const PageContext& context);

  // The same, but the work is done when enough pages are there, on several threads (0: one per
  // core). Call settle() before any other function.
  void add_later(std::uint64_t site, std::vector<std::uint64_t>&& marks, PageContext&& context,
                 unsigned threads);
  void settle(unsigned threads);

  // Puts another page in the place of this one. Call drop_replaced() before learn() and save().
  void replace(std::size_t page, std::uint64_t site, std::vector<std::uint64_t>&& marks,
               const PageContext& context);
  void drop_replaced();

  // Takes out the pages whose new number is kPageLeft (hints.h); the others get theirs, in the same
  // order. Call settle() before, and drop_replaced() as for replace().
  void forget(std::span<const std::uint32_t> new_numbers);

  std::size_t size() const { return pages_.size(); }

  // What is said of these pages, for learn().
  const Hints& hints() const { return hints_; }
  void set_hints(Hints hints) { hints_ = std::move(hints); }

  // Returns the number of a site, or null if it has no pages; and the pages of a site.
  const std::uint32_t* site_number(std::uint64_t site) const;
  const SitePages& site(std::uint32_t number) const { return sites_[number]; }

  // Whether pages without a host in their ids, which count as one site, look like pages of several.
  bool has_mixed_sites() const;

  // Returns into how many parts the pages without a host in their ids were divided (see
  // site_parts.h); 1 if they were not, or if there are none.
  std::uint32_t parts_without_host(const CrawlTemplates& templates) const;

  // Returns how many sites have pages, and how many of them have too few for reliable templates.
  struct SiteCounts {
    std::size_t all = 0;
    std::size_t small = 0;
  };
  static constexpr std::size_t few_pages_of_site = 50;  // a site with fewer is small
  SiteCounts site_counts() const;

  // Learns the templates of all sites, several sites at once. With kNo it does not keep
  // what is needed to assign further pages.
  enum class FurtherPages { kNo, kYes };
  CrawlTemplates learn(unsigned threads, FurtherPages further = FurtherPages::kYes) const;

  // Returns the label of a page (see CrawlTemplates::label()), and the clusters of all
  // pages.
  int label(const CrawlTemplates& templates, std::size_t page) const;
  Clustering clusters(const CrawlTemplates& templates) const;

  // Returns by page its variant, numbered from 0 in the order of the pages. A cluster has whole
  // variants.
  Clustering variants(const CrawlTemplates& templates) const;

  // Returns by cluster the name that hints give its template; empty: none.
  std::vector<std::string> names(const CrawlTemplates& templates, const Clustering& clusters) const;

  // Returns the pages that a person should be asked about first, at most `count`, with how many
  // pages are in doubt.
  struct AskedPage {
    std::size_t page = 0;
    float doubt = 0;
  };
  std::vector<AskedPage> asked(const CrawlTemplates& templates, std::size_t count) const;

  // Returns by page how certain its cluster is. The second template is given as a cluster,
  // too.
  std::vector<Certainty> certainty(const CrawlTemplates& templates,
                                   const Clustering& clusters) const;

  // Returns by cluster the marks that nearly all its pages have, on the site of its first
  // page.
  std::vector<std::vector<std::uint64_t>> cores(const CrawlTemplates& templates,
                                                const Clustering& clusters) const;
  // The same, but takes them out of the templates: there may be a million.
  std::vector<std::vector<std::uint64_t>> cores(CrawlTemplates&& templates,
                                                const Clustering& clusters) const;

  // Writes, in parts, what all pages have left behind. load() replaces the contents by what
  // was written. It throws Error for bytes that save() cannot have written.
  void save(const std::function<void(std::string_view)>& write) const;
  void load(ByteReader& bytes);

 private:
  struct PageAt {
    std::uint32_t site = 0;
    std::uint32_t distinct = 0;
  };
  // A page that is not yet among those of its site.
  struct Waiting {
    std::size_t number = 0;
    std::uint32_t site = 0;
    SitePages::NewPage page;
  };

  std::uint32_t number_of(std::uint64_t site);
  // Lets the templates of all sites follow the hints.
  static void follow(const Seeds& seeds, std::span<const SeedPage> contradicted,
                     CrawlTemplates& templates);
  PageAt place(std::uint64_t site, std::vector<std::uint64_t>&& marks, const PageContext& context);

  std::map<std::uint64_t, std::uint32_t> site_numbers_;  // numbers of sites by their hash
  std::deque<SitePages> sites_;  // there may be a million, which must not be moved
  std::vector<PageAt> pages_;
  std::vector<Waiting> waiting_;
  std::size_t waiting_bytes_ = 0;
  std::vector<std::uint32_t> changed_sites_;  // in which pages were replaced, with repetitions
  Hints hints_;
};

}  // namespace pagekin::templates
