// Which pages a person or a program should label, fewest first, and what can be labelled there.
//
// Greedy coverage: each page covers the pages of its template and variant, and next comes the page
// that covers most pages not yet covered. It is the page of the highest confidence, of equal ones
// the first. A page of a further variant of a template covers the pages of that variant.
//
// The slots of these pages are numbered as PageSlots has them, from 1. Texts that nearly all pages
// of the template have are left out unless asked for; their numbers are not used again.
//
// Cost: the inputs are read twice. Memory: the chosen pages, and the texts of some pages of each
// template.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "pagekin/clustering/grouped_pages.h"
#include "pagekin/core/page.h"
#include "pagekin/core/progress.h"
#include "pagekin/reading/read_counts.h"

namespace pagekin::extraction {

struct LabelPagesOptions {
  clustering::GroupOptions pages;  // the inputs and their templates
  std::size_t max_pages = 20;
  std::size_t min_template = 2;  // pages of a template or variant that is worth a label
  bool all_slots = false;
};

struct NumberedSlot {
  std::uint32_t number = 0;
  std::string kind;  // "text", "href", "json-ld" ...
  std::string text;
  std::string before;   // the text before it; of JSON-LD its path
  std::string element;  // "span.price"
};

struct PageToLabel {
  std::string page;
  std::string template_label;
  std::string template_name;
  std::uint32_t variant = 0;
  std::uint64_t covers = 0;  // pages
  std::vector<NumberedSlot> slots;
};

struct LabelPagesRun {
  std::vector<PageToLabel> pages;
  std::uint64_t covered = 0;
  std::uint64_t all_pages = 0;
  std::size_t templates = 0;
  reading::ReadCounts counts;
  std::string caution;  // of the clustering; empty: there was none, or nothing looks wrong
};

LabelPagesRun find_pages_to_label(const LabelPagesOptions& options,
                                  const std::function<void(const Incident&)>& on_incident = nullptr,
                                  Progress* reading = nullptr, Progress* comparing = nullptr);

}  // namespace pagekin::extraction
