// Learns the models of templates from the pages of a run.
//
// Each template is learned from at most 300 of its pages, those whose ids have the smallest hashes,
// so neither the order of pages nor the number of threads matters. Where there are many templates,
// fewer pages of each are used, at least 20. The inputs are read once more, and only the chosen
// pages are parsed.
//
// Records are learned from at most kMostRowPages of these pages, the first ones.
//
// Memory: the chosen pages, about 30 KB each, 8,192 at most, of the first 409 templates, and about
// 100 KB more for each of those that records are learned from, 2,048 at most; the ids of all pages.
// Where pages are large, those that fit into kMostNodeBytes and kMostRowBytes are used: first two
// of each template, then a third of each, and so on. Learning takes three times these bytes.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/clustering/grouped_pages.h"
#include "pagekin/core/progress.h"
#include "pagekin/skeleton/learn.h"
#include "pagekin/skeleton/template_model.h"
#include "pagekin/url/url.h"

namespace pagekin::clustering {

constexpr std::size_t kMostNodeBytes = 96'000'000;  // of the pages of all templates
constexpr std::size_t kMostRowBytes = 96'000'000;   // of the same pages for their records

struct LearnModelsOptions {
  input::Source source;
  skeleton::LearnOptions learn;
  std::size_t most_pages = skeleton::kMostPages;  // of a template
  std::vector<bool> wanted;                       // by group; empty: all
  std::string option = "extract";                 // for messages
  // If it is given, it is called for each page that would be learned from, in input order. A page
  // for which it returns false is passed over.
  std::function<bool(std::string_view id, const skeleton::PageNodes&)> admit;
  // Whether it is also called for kShownPages pages of each template that is not learned.
  bool shows_all = false;
  bool records = false;  // also learn the records
  std::size_t most_node_bytes = kMostNodeBytes;
  std::size_t most_row_bytes = kMostRowBytes;
};

constexpr std::size_t kShownPages = 3;  // of a template that is not learned

// By group; an empty model for a group of fewer than skeleton::kFewestPages pages, for one that is
// not wanted, and for those after the first 409 groups. Throws InputError if the inputs have
// changed.
// `is_left`, if it is not null, gets by group whether it has no model although it is wanted and has
// pages enough: there are too many templates, or its pages are too large.
std::vector<skeleton::TemplateModel> learn_models(const LearnModelsOptions& options,
                                                  const GroupedPages& pages,
                                                  Progress* progress = nullptr,
                                                  std::vector<bool>* is_left = nullptr);

// At most `most` pages of each group, chosen in the same way: by page, whether it is one.
std::vector<bool> sampled_pages(const GroupedPages& pages, std::size_t most,
                                const std::vector<bool>& wanted = {});

constexpr std::size_t kMostRowPages = 120;  // of a template

// Parses a page for its model; `nodes` is overwritten, and so are `rows` and `base`, the address
// that relative ones are resolved with, if they are not null.
void read_page_nodes(const Page& page, const skeleton::ReadLimits& limits,
                     skeleton::PageNodes& nodes, reading::ExtractionNotes& notes,
                     rows::RowPage* rows = nullptr, std::optional<url::Url>* base = nullptr);

}  // namespace pagekin::clustering
