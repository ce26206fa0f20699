// Selectors for other tools, for each field and record of a wrapper, checked on all pages.
//
// The inputs are read three times: to find pages on which the wrapper finds the fields, to make
// candidates on some of these, and to evaluate the candidates on all pages (see
// wrapper/suggest_selectors.h). For records they are read once more: the selectors of rows are
// evaluated with those of cells (see record_selectors.h).
//
// Memory: the wrapper, the candidates, and a few pages.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "pagekin/core/page.h"
#include "pagekin/core/progress.h"
#include "pagekin/extraction/record_selectors.h"
#include "pagekin/input/source.h"
#include "pagekin/reading/read_counts.h"
#include "pagekin/wrapper/suggest_selectors.h"
#include "pagekin/wrapper/wrapper.h"

namespace pagekin::extraction {

struct FieldSelectors {
  std::string field;
  wrapper::TextPart part;
  bool is_list = false;
  std::vector<std::string> separators;                // of a list in one text, see listed_text.h
  std::uint32_t pages = 0;                            // of the template
  std::uint32_t filled = 0;                           // with a value, by the wrapper
  std::vector<wrapper::SuggestedSelector> selectors;  // best first; of a list for all its values
};

struct TemplateSelectors {
  std::string label;
  std::string name;
  std::vector<FieldSelectors> fields;
  std::vector<RecordSelectors> records;
};

struct SelectorsRun {
  reading::ReadCounts counts;
  std::vector<TemplateSelectors> templates;  // those with fields and pages
  double seconds = 0;
};

struct SelectorsOptions {
  input::Source source;
  std::size_t best = 5;  // selectors of a field
};

// Throws InputError when no page could be used, OptionError for inputs that can be read only once.
SelectorsRun find_selectors(const SelectorsOptions& options, const wrapper::Wrapper& wrapper,
                            const std::function<void(const Incident&)>& on_incident = nullptr,
                            Progress* progress = nullptr);

}  // namespace pagekin::extraction
