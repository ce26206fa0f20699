// The text of each page without what its template repeats.
//
// A text stays unless it is fixed in its template (see skeleton/template_model.h). Of optional
// texts those stay that at most a given share of the template's pages has. A page whose template
// has no model, because it has too few pages, keeps all of its text.
//
// Memory: the models, a few pages a thread, and the ids of all pages.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/progress.h"
#include "pagekin/pipeline/grouped_pages.h"
#include "pagekin/skeleton/render.h"
#include "pagekin/skeleton/template_model.h"

namespace pagekin::pipeline {

struct CleanOptions {
  input::Source source;
  skeleton::TextFormat format = skeleton::TextFormat::kText;
  double keep_optional =
      0.5;                   // the largest share of pages that may have an optional text that stays
  bool keep_labels = false;  // also keep a fixed label whose value stays
  bool tell_fixed = false;   // see CleanPage::fixed
};

struct CleanPage {
  std::string_view page;
  std::uint32_t group = 0;  // see GroupedPages::all
  std::string title;        // of the page, as it stands
  std::string text;
  double kept = 1;    // share of the page's letters that stayed
  std::string fixed;  // of the first page of each template: what is fixed
};

struct CleanRun {
  ReadCounts counts;
  std::uint64_t pages = 0;
  std::uint64_t whole = 0;  // pages of templates without a model, which kept all
  std::uint64_t bytes_before = 0;
  std::uint64_t bytes_after = 0;
};

// Calls `take` for each page in input order. `models` by group, see learn_models().
CleanRun clean_pages(const CleanOptions& options, const GroupedPages& pages,
                     const std::vector<skeleton::TemplateModel>& models,
                     const std::function<void(const CleanPage&)>& take,
                     const std::function<void(const Incident&)>& on_incident = nullptr,
                     Progress* progress = nullptr);

}  // namespace pagekin::pipeline
