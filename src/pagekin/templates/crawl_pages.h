// The pages of a crawl, site by site, and their templates: what the method auto keeps.
//
// Cost: that of site_pages.h, and 8 bytes a page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string_view>
#include <vector>

#include "pagekin/core/byte_reader.h"
#include "pagekin/core/clustering.h"
#include "pagekin/templates/site_pages.h"

namespace pagekin::templates {

struct CrawlTemplates {
  std::vector<SiteTemplates> sites;
  std::vector<std::uint32_t> first;  // by site: number of its first template
  std::vector<std::uint32_t> same;   // by that number: the template that it is, over all sites

  int label(std::size_t site, std::uint32_t template_number) const {
    return static_cast<int>(same[first[site] + template_number]);
  }
};

class CrawlPages {
 public:
  // A page of the site with this hash, see features/url_shape.h.
  void add(std::uint64_t site, std::vector<std::uint64_t>&& marks, const PageContext& context);

  std::size_t size() const { return pages_.size(); }

  // The site's number, if it has pages, and its pages.
  const std::uint32_t* site_number(std::uint64_t site) const;
  const SitePages& site(std::uint32_t number) const { return sites_[number]; }

  // Sites are worked on at the same time. What it takes to place further pages is kept only
  // where there will be any.
  enum class FurtherPages { kNo, kYes };
  CrawlTemplates learn(unsigned threads, FurtherPages further = FurtherPages::kYes) const;

  // Of page i, as CrawlTemplates::label() numbers templates; and of all pages.
  int label(const CrawlTemplates& templates, std::size_t page) const;
  Clustering clusters(const CrawlTemplates& templates) const;

  // By page of these clusters: how sure it is of its own, the second being another.
  std::vector<Certainty> certainty(const CrawlTemplates& templates,
                                   const Clustering& clusters) const;

  // By cluster: the marks that nearly all pages of it have, on the site of its first page.
  std::vector<std::vector<std::uint64_t>> cores(const CrawlTemplates& templates,
                                                const Clustering& clusters) const;

  // Hands over, in pieces, what all pages have left behind; load() takes it up. Throws
  // Error for bytes that save() does not write.
  void save(const std::function<void(std::string_view)>& write) const;
  void load(ByteReader& bytes);

 private:
  struct PageAt {
    std::uint32_t site = 0;
    std::uint32_t distinct = 0;
  };
  std::map<std::uint64_t, std::uint32_t> site_numbers_;  // by hash
  std::vector<SitePages> sites_;
  std::vector<PageAt> pages_;
};

}  // namespace pagekin::templates
