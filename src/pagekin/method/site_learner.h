// The method auto for one site, apart from all others, so that sites can be learned on different
// machines.
//
// Together with join_sites() it finds the clusters that the method finds when it has all pages: in
// auto.cc, too, sites are learned one by one, and templates of different sites are joined at the
// end. Hints are not supported.
//
// Cost: see templates/site_pages.h and templates/shared_templates.h.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "pagekin/features/features.h"
#include "pagekin/templates/site_pages.h"

namespace pagekin::method {

struct SiteResult {
  std::vector<std::uint32_t> template_of;         // by page, in the order of add()
  std::vector<std::uint32_t> variant_of;          // by page; a template has whole variants
  std::vector<float> confidence;                  // by page
  std::uint32_t variants = 0;                     // their number
  std::vector<std::vector<std::uint64_t>> cores;  // by template: marks that nearly all pages have
};

class SiteLearner {
 public:
  // `spec`: of the method auto. Throws OptionError for another method or a wrong option.
  explicit SiteLearner(std::string_view spec);

  // Adds a page. All pages must be of one site.
  void add(features::Features&& page);

  // The templates of the pages added. The next page begins another site.
  SiteResult finish();

 private:
  bool has_context_ = true;              // addresses and links are evidence
  templates::SitePages pages_;           // of the present site
  std::vector<std::uint32_t> distinct_;  // by page: the number of its distinct page
};

// Joins the templates of different sites. `sites`: by template, the hash of its site; `cores`: by
// template; the templates of a site must be together, in their order. Returns by template the
// number of its joined template. The order of the sites does not matter, except for these numbers.
std::vector<std::uint32_t> join_sites(std::span<const std::uint64_t> sites,
                                      std::span<const std::vector<std::uint64_t>> cores);

}  // namespace pagekin::method
