// What has changed between two crawls, template by template.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/export.h"
#include "pagekin/file_format.h"
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

// How much of a template has changed, by the share of its marks that stayed.
enum class Severity : std::uint8_t { kNone, kMinor, kModerate, kRedesign };
template <>
struct Words<Severity> {
  static constexpr std::array<std::string_view, 4> all = {"none", "minor", "moderate", "redesign"};
};

struct TemplateDifference {
  DiffState state = DiffState::kSame;
  TemplateId old_id;  // the template in the old crawl, or none
  TemplateId new_id;  // in the new crawl, or none
  std::uint64_t old_pages = 0;
  std::uint64_t new_pages = 0;
  std::uint64_t both = 0;  // addresses that had the old template and have the new one
  double kept = -1;        // share of the common marks that stayed; negative: not compared
  Severity severity = Severity::kNone;
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
  // Templates of an old index that its last run did not see either: they were gone before, and are
  // not in `templates`.
  std::uint64_t gone_before = 0;
  // Why the states do not say which templates changed; empty: they do.
  std::string note;
  // Why the templates of a crawl may be poor, see ClusterResult; empty: nothing looks wrong.
  std::string caution;
  PageCounts old_counts;  // of a crawl
  PageCounts new_counts;
  double read_seconds = 0;
  double compare_seconds = 0;
  std::shared_ptr<const struct DiffDetails> details;  // for the functions below

  // Templates in this state.
  PAGEKIN_API std::uint64_t count(DiffState state) const;
};

// Each side is a crawl, or one index of `ClusterOptions::index` or one table of pages and templates
// as its only input. The reading options of `now` are used for both. Throws InputError where a side
// has no page that can be used, OptionError for an index or table among several inputs, Cancelled.
PAGEKIN_API DiffResult diff_crawls(const Source& before, const Source& now, const Run& run = {});

// One row for each template, the most important first; docs/formats.md describes the columns.
PAGEKIN_API void write_table(const DiffResult& diff, const FileFormat& format,
                             const TextSink& sink);

// One row for each page of either crawl: page, state, old, new.
PAGEKIN_API void write_pages(const DiffResult& diff, const FileFormat& format,
                             const TextSink& sink);

// The whole result in one object.
PAGEKIN_API std::string to_json(const DiffResult& diff);

// The counts, and the templates that deserve a look, for people; with `all`, all of these.
PAGEKIN_API std::string summarise(const DiffResult& diff, bool all = false);

}  // namespace pagekin
