#include "pagekin/pipeline/open_classifier.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "pagekin/core/block_file.h"
#include "pagekin/core/clustering.h"
#include "pagekin/core/error.h"
#include "pagekin/core/params.h"
#include "pagekin/core/text.h"
#include "pagekin/method/index_file.h"
#include "pagekin/method/kept_ids.h"
#include "pagekin/method/method.h"
#include "pagekin/method/saved_crawl.h"
#include "pagekin/method/saved_fingerprints.h"
#include "pagekin/model/crawl_classifier.h"
#include "pagekin/model/model_file.h"

namespace pagekin::pipeline {
namespace {

// The measure that matches exactly the pages that the method of the index joins.
std::string measure_of(const std::string& method, const std::string& options) {
  ParamMap params = parse_spec(method + ":" + options).params;
  params.erase("split");  // affects only speed
  std::string spec = method;
  for (const auto& [name, value] : params) {
    spec += (spec == method ? ":" : ",") + name + "=" + value;
  }
  return model::spelled_out(spec);
}

std::map<std::uint32_t, std::string> titles_of(const method::IndexFile& index) {
  std::map<std::uint32_t, std::string> titles;
  for (const method::IndexedTemplate& one : index.templates().all) titles[one.id] = one.name;
  return titles;
}

model::Model model_of(const std::string& path, method::IndexFile& index) {
  const std::string bytes = index.saved();
  const method::SavedFingerprints saved = method::read_saved_fingerprints(bytes);
  if (saved.pages.empty()) throw InputError("index " + path + " holds no pages", {}, path);
  const auto method = method::make("fingerprint:" + saved.options);
  std::vector<std::uint32_t> earlier_ids;
  index.restore("fingerprint", *method, [&](const method::IndexedPage& page) {
    if (page.template_id != 0) earlier_ids.push_back(page.template_id);
  });
  const Clustering clusters = method->finish();
  const std::vector<int> numbers = numbers_by_size(clusters);
  const std::vector<std::uint32_t> ids = method::kept_ids(earlier_ids, clusters, 1);
  const std::map<std::uint32_t, std::string> titles = titles_of(index);

  model::Model model{.measure = measure_of("fingerprint", saved.options)};
  model.classes.resize(numbers.size());
  for (std::size_t label = 0; label < numbers.size(); ++label) {
    model::Class& one = model.classes[static_cast<std::size_t>(numbers[label] - 1)];
    one.name = std::to_string(ids[label]);
    if (const auto title = titles.find(ids[label]); title != titles.end()) {
      one.title = title->second;
    }
  }
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

std::unique_ptr<model::PageClassifier> classifier_of_index(const std::string& path) {
  method::IndexFile index(path, method::IndexFile::Access::kRead);
  if (index.method() == "fingerprint") {
    return std::make_unique<model::Classifier>(model_of(path, index));
  }
  if (index.method() != "auto") {
    throw InputError("index " + path + " was made by method " + index.method() +
                         "; pages are classified by one of auto, fingerprint",
                     {}, path);
  }
  method::SavedCrawl saved = method::read_saved_crawl(index.saved());
  if (saved.pages.size() == 0) throw InputError("index " + path + " holds no pages", {}, path);
  return model::make_crawl_classifier(std::move(saved.pages), saved.ids.of_page, titles_of(index));
}

}  // namespace

std::unique_ptr<model::PageClassifier> open_classifier(const std::string& path) {
  const std::string first_line = first_line_of_file(path);
  if (first_line.starts_with("pagekin index ")) return classifier_of_index(path);
  if (first_line.starts_with("pagekin model ")) {
    return std::make_unique<model::Classifier>(model::read_model(path));
  }
  throw InputError(
      path + " is neither a model nor an index; it begins with '" + printable(first_line) + "'", {},
      path);
}

}  // namespace pagekin::pipeline
