#include "pagekin/method/site_learner.h"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "pagekin/core/error.h"
#include "pagekin/core/params.h"
#include "pagekin/method/method.h"
#include "pagekin/templates/shared_templates.h"

namespace pagekin::method {

SiteLearner::SiteLearner(std::string_view spec) {
  const std::unique_ptr<Method> method = make(spec);  // checks the options
  if (parse_spec(std::string(spec)).name != "auto") {
    throw OptionError("expected the method 'auto', got '" + std::string(spec) + "'", "method");
  }
  has_context_ = method->needs().site_links;
}

void SiteLearner::add(features::Features&& page) {
  templates::PageContext context;
  if (has_context_) {
    context = {.address = std::move(page.url_marks),
               .target = page.link_target,
               .links = std::move(page.site_links)};
  }
  distinct_.push_back(pages_.add(std::move(page.marks), context));
}

SiteResult SiteLearner::finish() {
  templates::SiteTemplates found = pages_.learn();
  SiteResult result{.variants = found.variants, .cores = std::move(found.core)};
  result.template_of.reserve(distinct_.size());
  result.variant_of.reserve(distinct_.size());
  result.confidence.reserve(distinct_.size());
  for (const std::uint32_t distinct : distinct_) {
    result.template_of.push_back(found.template_of[distinct]);
    result.variant_of.push_back(found.variant_of[distinct]);
    result.confidence.push_back(found.certainty[distinct].confidence);
  }
  pages_ = {};
  distinct_.clear();
  return result;
}

std::vector<std::uint32_t> join_sites(std::span<const std::uint64_t> sites,
                                      std::span<const std::vector<std::uint64_t>> cores) {
  // By hash, as CrawlPages::learn() orders them.
  std::map<std::uint64_t, std::vector<std::size_t>> by_site;
  for (std::size_t i = 0; i < sites.size(); ++i) by_site[sites[i]].push_back(i);
  std::vector<templates::SiteTemplate> all;
  std::vector<std::size_t> order;
  all.reserve(sites.size());
  order.reserve(sites.size());
  std::uint32_t number = 0;
  for (const auto& [hash, members] : by_site) {
    for (const std::size_t i : members) {
      all.push_back({number, cores[i]});
      order.push_back(i);
    }
    ++number;
  }
  const std::vector<std::uint32_t> same = templates::shared_templates(all);
  std::vector<std::uint32_t> joined(sites.size());
  for (std::size_t i = 0; i < order.size(); ++i) joined[order[i]] = same[i];
  return joined;
}

}  // namespace pagekin::method
