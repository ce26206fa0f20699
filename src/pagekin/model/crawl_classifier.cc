#include "pagekin/model/crawl_classifier.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "pagekin/core/clustering.h"

namespace pagekin::model {
namespace {

constexpr double kSame = 0.9;            // share of marks that a page has in common with a lone one
constexpr std::size_t kFewestMarks = 8;  // smaller cores fit too many pages by chance

class CrawlClassifier final : public PageClassifier {
 public:
  CrawlClassifier(templates::CrawlPages&& pages, std::span<const std::uint32_t> template_ids,
                  const std::map<std::uint32_t, std::string>& titles, std::string&& basis,
                  unsigned threads)
      : pages_(std::move(pages)), templates_(pages_.learn(threads)), basis_(std::move(basis)) {
    const Clustering clusters = pages_.clusters(templates_);
    const std::vector<int> numbers = numbers_by_size(clusters);
    acceptance_.reserve(templates_.sites.size());
    for (std::uint32_t site = 0; site < templates_.sites.size(); ++site) {
      acceptance_.push_back(pages_.site(site).acceptance(templates_.sites[site]));
    }
    classes_.resize(numbers.size());
    class_of_.resize(templates_.same.size(), kNone);
    for (std::size_t page = 0; page < clusters.labels.size(); ++page) {
      const int number = numbers[static_cast<std::size_t>(clusters.labels[page])] - 1;
      Class& one = classes_[static_cast<std::size_t>(number)];
      if (one.pages++ == 0) {  // all its pages have one id
        one.name = std::to_string(template_ids[page]);
        const auto title = titles.find(template_ids[page]);
        if (title != titles.end()) one.title = title->second;
      }
      class_of_[static_cast<std::size_t>(pages_.label(templates_, page))] = number;
    }
  }

  const std::vector<Class>& classes() const override { return classes_; }
  const std::string& basis() const override { return basis_; }
  features::Needs needs() const override { return {.marks = true, .url_shape = true}; }

  using PageClassifier::classify;
  Decision classify(features::Features page, Decide decide) const override {
    const std::uint32_t* const site = pages_.site_number(page.site);
    Decision decision = site != nullptr ? of_site(*site, page.marks) : of_any_site(page.marks);
    if (decide == Decide::kAll && decision.best != kNone) {
      decision.all = {decision.best};
    }
    return decision;
  }

 private:
  Decision of_site(std::uint32_t site, templates::MarkSet page) const {
    const templates::SiteTemplates& found = templates_.sites[site];
    if (const auto known = pages_.site(site).find(page)) {
      return {.best = class_of(site, found.template_of[*known]), .score = 1};
    }
    Decision decision;
    std::uint32_t number = 0;
    if (found.placer.templates() > 0) {
      number = found.placer.place(page).template_number;
      decision.score = acceptance_[site].score(number, page);
    }
    // The remaining templates are those of one page, which the placer does not know.
    for (auto i = static_cast<std::uint32_t>(found.placer.templates()); i < found.core.size();
         ++i) {
      const double same = std::min(share_of(found.core[i], page), share_of(page, found.core[i]));
      if (same >= kSame && same > decision.score) {
        number = i;
        decision.score = same;
      }
    }
    if (decision.score >= templates::kAccepted) decision.best = class_of(site, number);
    return decision;
  }

  Decision of_any_site(templates::MarkSet page) const {
    double most = 0;
    std::size_t nearest_site = 0;
    std::uint32_t nearest = 0;
    for (std::size_t site = 0; site < templates_.sites.size(); ++site) {
      const auto& cores = templates_.sites[site].core;
      for (std::uint32_t i = 0; i < cores.size(); ++i) {
        const double has = cores[i].size() < kFewestMarks ? 0 : share_of(cores[i], page);
        if (has <= most) continue;
        most = has;
        nearest_site = site;
        nearest = i;
      }
    }
    if (most == 0) return {};
    Decision decision{.best = kNone, .score = acceptance_[nearest_site].score(nearest, page)};
    if (decision.score >= templates::kAccepted) decision.best = class_of(nearest_site, nearest);
    return decision;
  }

  // Returns the share of some marks that are among others.
  static double share_of(templates::MarkSet marks, templates::MarkSet others) {
    if (marks.empty()) return 0;
    std::size_t shared = 0;
    for (const std::uint64_t mark : marks) {
      shared += std::binary_search(others.begin(), others.end(), mark) ? 1 : 0;
    }
    return static_cast<double>(shared) / static_cast<double>(marks.size());
  }

  int class_of(std::size_t site, std::uint32_t number) const {
    return class_of_[static_cast<std::size_t>(templates_.label(site, number))];
  }

  templates::CrawlPages pages_;
  templates::CrawlTemplates templates_;
  std::vector<templates::Acceptance> acceptance_;  // by site
  std::vector<Class> classes_;
  std::vector<int> class_of_;  // by label of a template
  std::string basis_;
};

}  // namespace

std::unique_ptr<PageClassifier> make_crawl_classifier(
    templates::CrawlPages pages, std::span<const std::uint32_t> template_ids,
    const std::map<std::uint32_t, std::string>& titles, std::string basis, unsigned threads) {
  return std::make_unique<CrawlClassifier>(std::move(pages), template_ids, titles, std::move(basis),
                                           threads);
}

}  // namespace pagekin::model
