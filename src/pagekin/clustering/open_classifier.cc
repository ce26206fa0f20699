#include "pagekin/clustering/open_classifier.h"

#include <algorithm>
#include <memory>

#include "pagekin/core/block_file.h"
#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/method/index_file.h"
#include "pagekin/method/method.h"
#include "pagekin/model/model_file.h"

namespace pagekin::clustering {
namespace {

std::unique_ptr<model::PageClassifier> classifier_of_index(const std::string& path,
                                                           unsigned threads) {
  method::IndexFile index(path, method::IndexFile::Access::kRead);
  const std::string name = index.method();
  const auto info = std::ranges::find(method::methods(), name, &method::MethodInfo::name);
  if (info == method::methods().end() ||
      !info->capabilities.has(method::Capability::kClassifying)) {
    throw InputError("index " + path + " was made by method " + name +
                         "; pages are classified by one of " +
                         names_with(method::Capability::kClassifying),
                     {}, path);
  }
  const auto method = method::make(name + ":" + info->saved_options(index.saved()));
  method::IndexedIds names;
  const auto add_id = [&](const method::IndexedPage& page) {
    if (page.template_id != 0) names.of_page.push_back(page.template_id);
  };
  if (index.restore(name, *method, add_id) == 0) {
    throw InputError("index " + path + " holds no pages", {}, path);
  }
  for (const method::IndexedTemplate& indexed : index.templates().all)
    names.titles[indexed.id] = indexed.name;
  method->use_threads(threads);
  return method->classifying()->classifier(names);
}

}  // namespace

std::unique_ptr<model::PageClassifier> open_classifier(const std::string& path, unsigned threads) {
  const std::string first_line = first_line_of_file(path);
  if (first_line.starts_with("pagekin index ")) return classifier_of_index(path, threads);
  if (first_line.starts_with("pagekin model ")) {
    return std::make_unique<model::Classifier>(model::read_model(path));
  }
  throw InputError(
      path + " is neither a model nor an index; it begins with '" + printable(first_line) + "'", {},
      path);
}

}  // namespace pagekin::clustering
