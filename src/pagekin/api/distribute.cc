#include "pagekin/distribute.h"

#include <cstring>
#include <string>
#include <utility>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/features/features.h"
#include "pagekin/features/url_shape.h"
#include "pagekin/input/page_rules.h"
#include "pagekin/method/method.h"
#include "pagekin/method/site_learner.h"
#include "pagekin/model/extracted_bytes.h"
#include "pagekin/pipeline/read_features.h"
#include "pagekin/url/page_shape.h"

namespace pagekin {

PageName name_page(std::string_view id) {
  return {.id = std::string(to_valid_utf8(id)), .site = features::site_of(id)};
}

std::optional<Incident> check_page(Page& page, std::size_t max_page_bytes) {
  return input::check_supplied(page, max_page_bytes);
}

struct PageExtractor::State {
  features::Needs needs;
};

PageExtractor::PageExtractor(const std::string& method, const std::string& measure)
    : state_(std::make_unique<State>()) {
  state_->needs = method::make(method, measure)->needs();
  if (state_->needs.link_xpaths) {
    throw OptionError("method '" + method + "' needs the links of a crawl store, not only pages",
                      "method");
  }
}
PageExtractor::~PageExtractor() = default;

ExtractedPage PageExtractor::extract(const Page& page) const {
  const features::Features found = features::extract(page, state_->needs);
  return {.name = name_page(page.id),
          .features = model::extracted_bytes(found),
          .incident = pipeline::limited_extraction(page, pipeline::notes_of(found))};
}

ExtractedPage PageExtractor::extract_supplied(const Page& page, std::size_t max_page_bytes) const {
  Page checked = page;
  std::optional<Incident> incident = check_page(checked, max_page_bytes);
  if (!incident) return extract(checked);
  ExtractedPage result;
  if (fate_of(incident->reason) == Fate::kSkipped) {
    result.name = name_page(page.id);
  } else {
    result = extract(checked);
  }
  result.incident = std::move(incident);  // as in files, the first one counts
  return result;
}

struct SiteLearner::State {
  method::SiteLearner learner;
};

SiteLearner::SiteLearner(const std::string& method)
    : state_(std::make_unique<State>(State{method::SiteLearner(method)})) {}
SiteLearner::~SiteLearner() = default;

void SiteLearner::add(std::string_view features) {
  state_->learner.add(model::extracted_from(features));
}

LearnedSite SiteLearner::finish() {
  method::SiteResult found = state_->learner.finish();
  LearnedSite result{.template_of = std::move(found.template_of),
                     .variant_of = std::move(found.variant_of),
                     .confidence = std::move(found.confidence),
                     .variants = found.variants,
                     .cores = {}};
  result.cores.reserve(found.cores.size());
  for (const std::vector<std::uint64_t>& core : found.cores) {
    result.cores.emplace_back(reinterpret_cast<const char*>(core.data()),
                              core.size() * sizeof(std::uint64_t));
  }
  return result;
}

std::vector<std::uint32_t> join_sites(std::span<const SiteCore> templates) {
  std::vector<std::uint64_t> sites;
  std::vector<std::vector<std::uint64_t>> cores;
  sites.reserve(templates.size());
  cores.reserve(templates.size());
  for (const SiteCore& one : templates) {
    if (one.core.size() % sizeof(std::uint64_t) != 0) {
      throw Error("the core of a template ends too early");
    }
    sites.push_back(one.site);
    std::vector<std::uint64_t>& core = cores.emplace_back(one.core.size() / sizeof(std::uint64_t));
    if (!core.empty()) std::memcpy(core.data(), one.core.data(), one.core.size());
  }
  return method::join_sites(sites, cores);
}

AddressParts address_parts(std::string_view id) {
  return {url::page_host(id), url::page_shape(id)};
}

}  // namespace pagekin
