#include "pagekin/distribute.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "pagekin/cluster/shared_neighbours.h"
#include "pagekin/clustering/number_sites.h"
#include "pagekin/core/error.h"
#include "pagekin/core/neighbour_graph.h"
#include "pagekin/core/params.h"
#include "pagekin/core/text.h"
#include "pagekin/features/features.h"
#include "pagekin/features/url_shape.h"
#include "pagekin/graph/divided_join.h"
#include "pagekin/input/page_rules.h"
#include "pagekin/method/method.h"
#include "pagekin/method/site_learner.h"
#include "pagekin/model/extracted_bytes.h"
#include "pagekin/reading/read_features.h"
#include "pagekin/report/page_table.h"
#include "pagekin/sketch/match_keys.h"
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
          .incident = reading::limited_extraction(page, reading::notes_of(found))};
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
  for (const SiteCore& template_core : templates) {
    if (template_core.core.size() % sizeof(std::uint64_t) != 0) {
      throw Error("the core of a template ends too early");
    }
    sites.push_back(template_core.site);
    std::vector<std::uint64_t>& core =
        cores.emplace_back(template_core.core.size() / sizeof(std::uint64_t));
    if (!core.empty())
      std::memcpy(core.data(), template_core.core.data(), template_core.core.size());
  }
  return method::join_sites(sites, cores);
}

SiteNumbers number_sites(std::span<const SiteVariant> variants, std::span<const SiteBest> best,
                         bool has_variants) {
  return clustering::number_joined_sites(variants, best, has_variants);
}

double shown_confidence(float confidence) { return report::shown_confidence(confidence); }

struct NeighbourSearch::State {
  std::unique_ptr<method::Method> method;
  std::optional<method::Pairwise::SharedNeighbours> options;
  std::optional<graph::DividedJoin> join;

  graph::DividedJoin& divided() {
    if (!join) {
      throw OptionError("this method and measure can compare pages only where all pages are",
                        "method");
    }
    return *join;
  }

  features::Features page(std::string_view bytes) const {
    features::Features found = model::extracted_from(bytes);
    method->pairwise()->compared_by().prepare(found);
    return found;
  }

  std::vector<features::Features> pages(std::span<const std::string_view> all) const {
    std::vector<features::Features> found;
    found.reserve(all.size());
    for (const std::string_view bytes : all) found.push_back(page(bytes));
    return found;
  }
};

NeighbourSearch::NeighbourSearch(const std::string& method, const std::string& measure)
    : state_(std::make_unique<State>()) {
  state_->method = method::make(method, measure);
  const method::Pairwise* const pairwise = state_->method->pairwise();
  if (pairwise == nullptr) return;
  state_->options = pairwise->shared_neighbours();
  // Without a round, equal pages stay together and nothing else does.
  if (!state_->options || state_->options->max_iterations == 0) return;
  const measure::Measure& compared_by = pairwise->compared_by();
  if (graph::DividedJoin::can_divide(compared_by, state_->options->similar)) {
    state_->join.emplace(compared_by, state_->options->similar);
  }
}
NeighbourSearch::~NeighbourSearch() = default;

bool NeighbourSearch::is_divisible() const { return state_->join.has_value(); }

bool NeighbourSearch::has_values() const { return state_->divided().has_values(); }

double NeighbourSearch::overlap() const {
  state_->divided();
  return state_->options->overlap;
}
int NeighbourSearch::max_iterations() const {
  state_->divided();
  return state_->options->max_iterations;
}

BlockPlace NeighbourSearch::place(std::string_view features) const {
  const graph::DividedJoin::Place found = state_->divided().place(state_->page(features));
  return {.order = found.order, .weight = found.weight, .lightest = found.lightest};
}

std::vector<std::uint64_t> NeighbourSearch::values(std::string_view features) const {
  return state_->divided().values(state_->page(features));
}

void NeighbourSearch::set_counts(std::span<const std::uint64_t> values,
                                 std::span<const std::uint64_t> counts) {
  state_->divided().set_counts(values, counts);
}

std::vector<BlockKey> NeighbourSearch::keys(std::string_view features) const {
  const std::vector<graph::DividedJoin::Key> found = state_->divided().keys(state_->page(features));
  std::vector<BlockKey> keys;
  keys.reserve(found.size());
  for (const graph::DividedJoin::Key& key : found) keys.push_back({key.value, key.is_leading});
  return keys;
}

std::vector<NeighbourSearch::Pair> NeighbourSearch::pairs(
    std::span<const std::string_view> first) const {
  return state_->divided().pairs(state_->pages(first));
}

std::vector<NeighbourSearch::Pair> NeighbourSearch::pairs(
    std::span<const std::string_view> first, std::span<const std::string_view> second) const {
  return state_->divided().pairs(state_->pages(first), state_->pages(second));
}

std::vector<std::uint32_t> NeighbourSearch::cluster(std::span<const std::uint32_t> weights,
                                                    std::span<const Pair> similar,
                                                    unsigned threads) const {
  state_->divided();
  std::vector<Edge> edges;
  edges.reserve(similar.size());
  for (const Pair& pair : similar) {
    if (pair[0] == pair[1] || std::max(pair[0], pair[1]) >= weights.size()) {
      throw Error("a pair of similar pages has pages that were not given");
    }
    edges.push_back({.a = pair[0], .b = pair[1], .similarity = 1});
  }
  const Clustering found =
      cluster::shared_neighbours(NeighbourGraph(weights.size(), edges), weights,
                                 {.overlap = state_->options->overlap,
                                  .max_iterations = state_->options->max_iterations,
                                  .threads = threads});
  return {found.labels.begin(), found.labels.end()};
}

FingerprintMatcher::FingerprintMatcher(const std::string& method) {
  method::make(method);  // checks the options
  const Spec spec = parse_spec(method);
  const auto info = std::ranges::find(method::methods(), spec.name, &method::MethodInfo::name);
  if (spec.name != "fingerprint" || info == method::methods().end()) {
    throw OptionError("method '" + method + "' compares no fingerprints; expected: fingerprint",
                      "method");
  }
  const auto given = spec.params.find("max_edits");
  const auto option = std::ranges::find(info->options, "max_edits", &ParamDoc::name);
  max_edits_ = std::stoi(given != spec.params.end() ? given->second : option->default_value);
}

std::vector<MatchKey> FingerprintMatcher::keys(std::string_view features) const {
  const features::Features page = model::extracted_from(features);
  std::vector<MatchKey> keys;
  for (sketch::MatchKey& key : sketch::match_keys(page.fingerprint, max_edits_)) {
    keys.push_back({.value = std::move(key.value), .is_centre = key.is_centre});
  }
  return keys;
}

AddressParts address_parts(std::string_view id) {
  return {url::page_host(id), url::page_shape(id)};
}

}  // namespace pagekin
