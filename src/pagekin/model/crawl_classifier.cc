#include "pagekin/model/crawl_classifier.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "pagekin/core/clustering.h"
#include "pagekin/core/parallel.h"

namespace pagekin::model {
namespace {

constexpr std::size_t kFewestMarks = 8;  // smaller cores fit too many pages by chance

class CrawlClassifier final : public PageClassifier {
 public:
  CrawlClassifier(templates::CrawlPages&& pages, std::span<const std::uint32_t> template_ids,
                  const std::map<std::uint32_t, std::string>& titles, std::string&& basis,
                  unsigned threads)
      : pages_(std::move(pages)), templates_(pages_.learn(threads)), basis_(std::move(basis)) {
    const Clustering clusters = pages_.clusters(templates_);
    const std::vector<int> numbers = numbers_by_size(clusters);
    acceptance_.resize(templates_.sites.size());
    for (std::size_t i = 0; i < acceptance_.size(); ++i) {
      acceptance_made_.push_back(std::make_unique<std::once_flag>());
    }
    recognisers_.resize(templates_.sites.size());
    for_parts(threads, templates_.sites.size(), 1, [&](std::size_t site, std::size_t) {
      const templates::SitePages& known = pages_.site(static_cast<std::uint32_t>(site));
      recognisers_[site] = known.recogniser(templates_.sites[site]);
    });
    classes_.resize(numbers.size());
    class_of_.resize(templates_.same.size(), kNone);
    for (std::size_t page = 0; page < clusters.labels.size(); ++page) {
      const int number = numbers[static_cast<std::size_t>(clusters.labels[page])] - 1;
      Class& page_class = classes_[static_cast<std::size_t>(number)];
      if (page_class.pages++ == 0) {  // all its pages have one id
        page_class.name = std::to_string(template_ids[page]);
        const auto title = titles.find(template_ids[page]);
        if (title != titles.end()) page_class.title = title->second;
      }
      class_of_[static_cast<std::size_t>(pages_.label(templates_, page))] = number;
    }
  }

  const std::vector<Class>& classes() const override { return classes_; }
  const std::string& basis() const override { return basis_; }
  features::Needs needs() const override { return {.marks = true, .url_shape = true}; }

  bool reports_drift() const override { return true; }

  using PageClassifier::classify;
  Decision classify(features::Features page, Decide decide) const override {
    const std::uint32_t* const site = pages_.site_number(page.site);
    Decision decision = site != nullptr ? of_site(*site, page) : of_any_site(page.marks);
    if (decide == Decide::kAll && decision.best != kNone) {
      decision.all = {decision.best};
    }
    return decision;
  }

  std::vector<Decision> classify_together(std::vector<features::Features> pages, Decide decide,
                                          unsigned threads, ClassDrifts& drifts) const override {
    std::vector<Decision> decisions(pages.size());
    constexpr std::size_t at_once = 16;
    for_parts(threads, pages.size(), at_once, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const std::uint32_t* const site = pages_.site_number(pages[i].site);
        decisions[i] =
            site == nullptr ? of_any_site(pages[i].marks) : known_page(*site, pages[i].marks);
      }
    });
    // Pages that are exactly as they were need not be recognised. Some of them are witnesses of
    // what their template is now.
    std::map<std::uint32_t, std::vector<std::size_t>> of_known;      // pages by site
    std::map<std::pair<std::uint32_t, int>, std::size_t> as_before;  // by site and class
    for (std::size_t i = 0; i < pages.size(); ++i) {
      const std::uint32_t* const site = pages_.site_number(pages[i].site);
      if (site == nullptr) continue;
      const int known = decisions[i].best;
      if (known != kNone && as_before[{*site, known}]++ >= recognise::kStoredPages) continue;
      of_known[*site].push_back(i);
    }
    for (const auto& known_site : of_known) {
      const std::uint32_t site = known_site.first;
      const std::vector<std::size_t>& numbers = known_site.second;
      std::vector<recognise::MarkedPage> batch(numbers.size());
      for_parts(threads, numbers.size(), at_once, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) batch[k] = marked_page(pages[numbers[k]]);
      });
      std::vector<recognise::Drift> moved;
      const std::vector<recognise::Recognised> found =
          recognisers_[site].recognise(batch, threads, &moved);
      for (std::size_t k = 0; k < numbers.size(); ++k) {
        Decision& decision = decisions[numbers[k]];
        if (decision.best == kNone) decision = decision_of(site, found[k]);
      }
      for (std::uint32_t number = 0; number < moved.size(); ++number) {
        recognise::Drift& drift = moved[number];
        const int of_class = class_of(site, number);
        const std::size_t known = as_before[{site, of_class}];
        const std::size_t left_out = known - std::min(known, recognise::kStoredPages);
        if (!recognise::is_witnessed(drift)) continue;
        const auto seen = static_cast<double>(std::max(drift.pages, drift.at_home));
        drift.pages += left_out;
        drift.drift *= seen / (seen + static_cast<double>(left_out));
        for (std::uint32_t& page : drift.witnesses) {
          page = static_cast<std::uint32_t>(numbers[page]);
        }
        drifts[of_class] = std::move(drift);
      }
    }
    if (decide == Decide::kAll) {
      for (Decision& decision : decisions) {
        if (decision.best != kNone) decision.all = {decision.best};
      }
    }
    return decisions;
  }

 private:
  static recognise::MarkedPage marked_page(const features::Features& page) {
    return {.marks = recognise::placeless_marks(page.marks), .address = page.url_marks};
  }

  // The template of a page with exactly these marks.
  Decision known_page(std::uint32_t site, templates::MarkSet page) const {
    const auto known = pages_.site(site).find(page);
    if (!known) return {};
    return {.best = class_of(site, templates_.sites[site].template_of[*known]), .score = 1};
  }

  Decision decision_of(std::uint32_t site, const recognise::Recognised& found) const {
    return {.best = found.is_accepted ? class_of(site, found.nearest) : kNone,
            .score = found.score};
  }

  Decision of_site(std::uint32_t site, const features::Features& page) const {
    Decision known = known_page(site, page.marks);
    if (known.best != kNone) return known;
    return decision_of(site, recognisers_[site].recognise(marked_page(page)));
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
    Decision decision{.best = kNone, .score = acceptance(nearest_site).score(nearest, page)};
    if (decision.score >= templates::kAccepted) decision.best = class_of(nearest_site, nearest);
    return decision;
  }

  // Made when the first page of an unknown site comes: most runs have none.
  const templates::Acceptance& acceptance(std::size_t site) const {
    std::call_once(*acceptance_made_[site], [&] {
      acceptance_[site] =
          pages_.site(static_cast<std::uint32_t>(site)).acceptance(templates_.sites[site]);
    });
    return acceptance_[site];
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
  mutable std::vector<templates::Acceptance> acceptance_;  // by site
  std::vector<std::unique_ptr<std::once_flag>> acceptance_made_;
  std::vector<recognise::Recogniser> recognisers_;  // by site
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
