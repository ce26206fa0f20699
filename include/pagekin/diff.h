// What has changed between two crawls, template by template.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/export.h"
#include "pagekin/run.h"
#include "pagekin/template.h"
#include "pagekin/words.h"

namespace pagekin {

// Marks that a template gained or lost: tag paths, classes, ids, attributes, texts.
struct MarkList {
  std::vector<std::string> names;  // the most informative first, as CSS selectors
  std::size_t marks = 0;           // with those that are not named
};

// What became of a template. kOdd: it has one or two pages.
enum class DiffState : std::uint8_t { kChanged, kNew, kGone, kSplit, kJoined, kSame, kOdd };
template <>
struct Words<DiffState> {
  static constexpr std::array<std::string_view, 7> all = {"changed", "new",  "gone", "split",
                                                          "joined",  "same", "odd"};
};

struct TemplateDifference {
  DiffState state = DiffState::kSame;
  TemplateId old_id;  // the template in the old crawl, or none
  TemplateId new_id;  // in the new crawl, or none
  std::uint64_t old_pages = 0;
  std::uint64_t new_pages = 0;
  std::uint64_t both = 0;  // addresses that had the old template and have the new one
  double kept = -1;        // share of the common marks that stayed; negative: not compared
  MarkList added;
  MarkList removed;
  std::string shape;    // of most of its addresses; empty: none
  std::string example;  // a page
};

struct DiffResult {
  std::vector<TemplateDifference> templates;  // the most important first
  std::size_t old_pages = 0;
  std::size_t new_pages = 0;
  bool same_ids = false;  // old and new ids mean the same
  // Why the states do not say which templates changed; empty: they do.
  std::string note;
};

// Each side is a crawl, or one index of `ClusterOptions::index` or one table of pages and templates
// as its only input. The reading options of `now` are used for both. Throws InputError where a side
// has no page that can be used, OptionError for an index or table among several inputs, Cancelled.
PAGEKIN_API DiffResult diff_crawls(const Source& before, const Source& now, const Run& run = {});

}  // namespace pagekin
