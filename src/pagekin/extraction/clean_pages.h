// The main text of each page.
//
// What other pages share with a page is known from two sources: the model of its template, if that
// was learned from three pages or more (skeleton/template_model.h), and the texts of all pages of
// its site, in any template (maintext/site_texts.h), or where the site was not read, of an index,
// the fixed texts of its templates (maintext/template_texts.h). maintext/main_text.h chooses what
// stays. Copies of a page count once. A page without a template has a text, too.
//
// Memory: the models and what learning them takes (template_models.h), the keys of the blocks of up
// to 8,192 pages (site_texts.h), a few pages a thread, and the ids of all pages.
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
#include "pagekin/skeleton/template_model.h"

namespace pagekin::extraction {

enum class CleanFormat : std::uint8_t { kText, kMarkdown, kHtml };

// Links in Markdown and HTML.
enum class CleanLinks : std::uint8_t {
  kNone,      // only their words
  kKept,      // with the addresses that the page has
  kAbsolute,  // with absolute addresses, where the page has one itself
};

struct CleanOptions {
  input::Source source;
  CleanFormat format = CleanFormat::kText;
  CleanLinks links = CleanLinks::kKept;
  double keep_optional =
      0.5;                   // the largest share of pages that may have an optional text that stays
  bool keep_labels = false;  // also keep a fixed label whose value stays
  maintext::CommentRule comments = maintext::CommentRule::kByKind;
  bool tell_fixed = false;  // see CleanPage::fixed
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

struct CleanRun {
  reading::ReadCounts counts;
  std::uint64_t pages = 0;  // that have a text; the others are not in the table of groups
  std::uint64_t without_template = 0;  // of these
  std::uint64_t whole = 0;  // pages of which the rules would have left nothing, see MainText
  std::uint64_t bytes_before = 0;
  std::uint64_t bytes_after = 0;
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
CleanRun clean_pages(const CleanOptions& options, const clustering::GroupedPages& pages,
                     const CleanModels& learned, const std::function<void(const CleanPage&)>& take,
                     const std::function<void(const Incident&)>& on_incident = nullptr,
                     Progress* progress = nullptr);

}  // namespace pagekin::extraction
