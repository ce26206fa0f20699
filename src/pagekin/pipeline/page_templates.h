// The templates of the pages of some inputs: found by the method auto, or told by a table.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pagekin/core/hash.h"
#include "pagekin/core/page.h"
#include "pagekin/core/progress.h"
#include "pagekin/input/source.h"
#include "pagekin/pipeline/read_counts.h"

namespace pagekin::pipeline {

struct PageTemplate {
  std::string label;  // the id that users see
  std::string name;
  std::uint32_t pages = 0;
};

struct PageTemplates {
  struct Page {
    std::uint32_t template_number = 0;  // into `templates`
    std::uint32_t variant = 0;
    double confidence = 0;
  };
  std::vector<PageTemplate> templates;
  std::unordered_map<std::string, Page, KeyedHash, std::equal_to<>>
      pages;                       // pages without a template are not there
  std::vector<std::string> order;  // the ids of the pages as they were read or listed
  ReadCounts counts;               // of a run of auto

  const Page* find(std::string_view id) const {
    const auto found = pages.find(id);
    return found == pages.end() ? nullptr : &found->second;
  }
};

// `clusters`: a table of pages and templates (see table/page_table.h); empty: the method `method`
// finds them. Throws InputError when no page could be used.
PageTemplates find_page_templates(const input::Source& source, const std::string& clusters,
                                  const std::string& method,
                                  const std::function<void(const Incident&)>& on_incident = nullptr,
                                  Progress* reading = nullptr, Progress* comparing = nullptr);

}  // namespace pagekin::pipeline
