// The main text of each page.
//
// What other pages share with a page is known from two sources: the model of its template, if that
// was learned from three pages or more (skeleton/template_model.h), and the texts of all pages of
// its site, in any template (maintext/site_texts.h), or where the site was not read, of an index,
// the fixed texts of its templates (maintext/template_texts.h). maintext/main_text.h chooses what
// stays. Copies of a page count once. A page without a template has a text, too.
//
// Memory: the models and what learning them takes (template_models.h), the keys of at most four
// million blocks and headings of the site (site_texts.h), a few pages a thread, and the ids of all
// pages.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/clustering/grouped_pages.h"
#include "pagekin/core/progress.h"
#include "pagekin/maintext/main_text.h"
#include "pagekin/maintext/metadata.h"
#include "pagekin/maintext/site_texts.h"
#include "pagekin/records.h"
#include "pagekin/skeleton/template_model.h"

namespace pagekin::extraction {

struct CleanOptions {
  input::Source source;
  TextFormat format = TextFormat::kText;
  LinkRule links = LinkRule::kKept;
  double keep_optional =
      0.5;                   // the largest share of pages that may have an optional text that stays
  bool keep_labels = false;  // also keep a fixed label whose value stays
  CommentsRule comments = CommentsRule::kAuto;
  bool shows_fixed = false;  // see CleanPage::fixed
};

struct CleanPage {
  std::string_view page;
  std::uint32_t group = 0;  // see GroupedPages::all, or kUngrouped
  maintext::Metadata metadata;
  std::string text;
  double kept = 1;  // share of the page's letters that stayed
  maintext::TextKind kind = maintext::TextKind::kData;
  std::string fixed;  // of the first page of each template: what is fixed
};

// What is known of a site and its templates.
struct CleanModels {
  std::vector<skeleton::TemplateModel> models;  // by group, see models_of()
  maintext::SiteTexts texts;                    // empty if all models are from an index
};

// Learns from the pages, and from the models that an index has; `index` may be empty, or a file
// that is not an index.
CleanModels learn_clean_models(const input::Source& source, const clustering::GroupedPages& pages,
                               const std::string& index, Progress* progress = nullptr);

// Calls `take` for each page in input order.
CleanResult clean_pages(const CleanOptions& options, const clustering::GroupedPages& pages,
                        const CleanModels& learned,
                        const std::function<void(const CleanPage&)>& take,
                        const std::function<void(const Incident&)>& on_incident = nullptr,
                        Progress* progress = nullptr);

}  // namespace pagekin::extraction
