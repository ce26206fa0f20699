// Classifies pages while they are read.
//
// Features are extracted in parallel. Up to 4,096 consecutive pages are classified together,
// because a batch shows how far templates have moved (recognise/recogniser.h); the decisions come
// out in input order. What changed on a template is read from pages of its batch. Memory: the
// model, up to 32 MB for the marks of a batch and 32 MB for its pages, a few more pages, and the
// ids of all pages so far, which must be unique (about 20 bytes and its own length for each id).
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "pagekin/core/page.h"
#include "pagekin/core/progress.h"
#include "pagekin/input/source.h"
#include "pagekin/model/classifier.h"
#include "pagekin/reading/read_features.h"

namespace pagekin::clustering {

struct ClassifyOptions {
  input::Source source;
  model::Decide decide = model::Decide::kBest;
  // Called before the row of a page, with where the page is from; null: not asked for.
  std::function<void(std::string_view input, std::uint64_t offset)> origin = nullptr;
};

struct ClassifyRun {
  reading::ReadCounts counts;
  std::vector<std::uint64_t> by_class;  // number of pages
  std::uint64_t none = 0;
  model::ClassDrifts drifts;  // how far the templates have moved, by class, with causes
  double seconds = 0;
};

// Calls `row` for each page in input order. Throws InputError when no page could be
// used.
ClassifyRun classify_pages(
    const ClassifyOptions& options, const model::PageClassifier& classifier,
    const std::function<void(std::string_view id, const model::Decision&)>& row,
    const std::function<void(const Incident&)>& on_incident = nullptr,
    Progress* progress = nullptr);

}  // namespace pagekin::clustering
