#include "pagekin/pipeline/classify_index.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "pagekin/core/block_file.h"
#include "pagekin/core/clustering.h"
#include "pagekin/core/error.h"
#include "pagekin/core/params.h"
#include "pagekin/core/text.h"
#include "pagekin/method/index_file.h"
#include "pagekin/method/method.h"
#include "pagekin/method/saved_crawl.h"
#include "pagekin/method/saved_fingerprints.h"
#include "pagekin/model/model_file.h"
#include "pagekin/templates/crawl_pages.h"

namespace pagekin::pipeline {
namespace {

// The measure under which pages match as the method that made the index joined them.
std::string measure_of(const std::string& method, const std::string& options) {
  ParamMap params = parse_spec(method + ":" + options).params;
  params.erase("split");  // for speed only
  std::string spec = method;
  for (const auto& [name, value] : params) {
    spec += (spec == method ? ":" : ",") + name + "=" + value;
  }
  return model::spelled_out(spec);
}

model::Model model_of(const std::string& path, method::IndexFile& index) {
  const std::string bytes = index.saved();
  const method::SavedFingerprints saved = method::read_saved_fingerprints(bytes);
  if (saved.pages.empty()) throw Error("index " + path + " holds no pages");
  const auto method = method::make("fingerprint:" + saved.options);
  index.restore("fingerprint", *method, [](const method::IndexedPage&) {});
  const Clustering clusters = method->finish();
  const std::vector<int> numbers = numbers_by_size(clusters);

  model::Model model{.measure = measure_of("fingerprint", saved.options)};
  model.classes.resize(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) model.classes[i].name = std::to_string(i + 1);
  model.examples.resize(saved.fingerprints.size());
  for (model::Example& example : model.examples) example.pages = 0;
  for (std::size_t page = 0; page < saved.pages.size(); ++page) {
    const auto label = static_cast<std::size_t>(clusters.labels[page]);
    const auto number = static_cast<std::uint32_t>(numbers[label] - 1);
    model::Example& example = model.examples[saved.pages[page]];
    example.class_number = number;
    ++example.pages;
    ++model.classes[number].pages;
  }
  for (std::size_t i = 0; i < model.examples.size(); ++i) {
    const features::Fingerprint entries = saved.fingerprints[i];
    model.examples[i].features.fingerprint.assign(entries.begin(), entries.end());
  }
  std::ranges::stable_sort(model.examples, {}, &model::Example::class_number);
  return model;
}

constexpr double kFits = 0.5;            // least score of a page of a known site
constexpr double kFitsElsewhere = 0.9;   // of any other
constexpr std::size_t kFewestMarks = 8;  // of a core; fewer say too little

// By the templates that the method auto finds in the pages of its index.
class CrawlClassifier final : public model::PageClassifier {
 public:
  explicit CrawlClassifier(method::SavedCrawl&& saved)
      : pages_(std::move(saved.pages)), templates_(pages_.learn(0)) {
    const Clustering clusters = pages_.clusters(templates_);
    const std::vector<int> numbers = numbers_by_size(clusters);
    classes_.resize(numbers.size());
    class_of_.resize(templates_.same.size(), model::kNone);
    for (std::size_t i = 0; i < numbers.size(); ++i) classes_[i].name = std::to_string(i + 1);
    for (std::size_t page = 0; page < clusters.labels.size(); ++page) {
      const int number = numbers[static_cast<std::size_t>(clusters.labels[page])] - 1;
      ++classes_[static_cast<std::size_t>(number)].pages;
      class_of_[static_cast<std::size_t>(pages_.label(templates_, page))] = number;
    }
  }

  const std::vector<model::Class>& classes() const override { return classes_; }
  const std::string& basis() const override { return basis_; }
  features::Needs needs() const override { return {.marks = true, .url_shape = true}; }

  using PageClassifier::classify;
  model::Decision classify(features::Features page, model::Decide decide) const override {
    const std::uint32_t* const site = pages_.site_number(page.site);
    model::Decision decision =
        site != nullptr ? of_site(*site, page.marks) : of_any_site(page.marks);
    if (decide == model::Decide::kAll && decision.best != model::kNone) {
      decision.all = {decision.best};
    }
    return decision;
  }

 private:
  model::Decision of_site(std::uint32_t site, templates::MarkSet page) const {
    const templates::SiteTemplates& found = templates_.sites[site];
    if (const auto look = pages_.site(site).find(page)) {  // a page like one of the index
      return {.best = class_of(site, found.template_of[*look]), .score = 1};
    }
    model::Decision decision;
    std::uint32_t number = 0;
    if (found.placer.templates() > 0) {
      const templates::SitePlacer::Place place = found.placer.place(page);
      number = place.template_number;
      decision.score = place.fit;
    }
    // Pages that stood alone are templates too.
    for (auto i = static_cast<std::uint32_t>(found.placer.templates()); i < found.core.size();
         ++i) {
      const double fit = share_of(found.core[i], page);
      if (fit >= kFitsElsewhere && fit > decision.score) {
        number = i;
        decision.score = fit;
      }
    }
    if (decision.score >= kFits) decision.best = class_of(site, number);
    return decision;
  }

  model::Decision of_any_site(templates::MarkSet page) const {
    model::Decision decision;
    for (std::size_t site = 0; site < templates_.sites.size(); ++site) {
      const auto& cores = templates_.sites[site].core;
      for (std::uint32_t i = 0; i < cores.size(); ++i) {
        const double fit = cores[i].size() < kFewestMarks ? 0 : share_of(cores[i], page);
        if (fit <= decision.score) continue;
        decision.score = fit;
        decision.best = fit >= kFitsElsewhere ? class_of(site, i) : model::kNone;
      }
    }
    return decision;
  }

  static double share_of(const std::vector<std::uint64_t>& core, templates::MarkSet page) {
    if (core.empty()) return 0;
    std::size_t shared = 0;
    for (const std::uint64_t mark : core) {
      shared += std::binary_search(page.begin(), page.end(), mark) ? 1 : 0;
    }
    return static_cast<double>(shared) / static_cast<double>(core.size());
  }

  int class_of(std::size_t site, std::uint32_t number) const {
    return class_of_[static_cast<std::size_t>(templates_.label(site, number))];
  }

  templates::CrawlPages pages_;
  templates::CrawlTemplates templates_;
  std::vector<model::Class> classes_;
  std::vector<int> class_of_;  // by label of a template
  std::string basis_ = "auto";
};

std::unique_ptr<model::PageClassifier> classifier_of_index(const std::string& path) {
  method::IndexFile index(path, method::IndexFile::Access::kRead);
  if (index.method() == "fingerprint") {
    return std::make_unique<model::Classifier>(model_of(path, index));
  }
  if (index.method() != "auto") {
    throw Error("index " + path + " was made by method " + index.method() +
                "; pages are classified by one of auto, fingerprint");
  }
  method::SavedCrawl saved = method::read_saved_crawl(index.saved());
  if (saved.pages.size() == 0) throw Error("index " + path + " holds no pages");
  return std::make_unique<CrawlClassifier>(std::move(saved));
}

}  // namespace

std::unique_ptr<model::PageClassifier> open_classifier(const std::string& path) {
  const std::string first_line = first_line_of_file(path);
  if (first_line.starts_with("pagekin index ")) return classifier_of_index(path);
  if (first_line.starts_with("pagekin model ")) {
    return std::make_unique<model::Classifier>(model::read_model(path));
  }
  throw Error(path +
              " is neither a model of 'pagekin train' nor an index of 'pagekin cluster --index'; "
              "it begins with '" +
              printable(first_line) + "'");
}

}  // namespace pagekin::pipeline
