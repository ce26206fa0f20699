// Compares two crawls, template by template.
//
// A side is a crawl (inputs of any kind), an index of `cluster --index`, or a table of pages and
// templates (see table/read_table.h). Two crawls, or a crawl and an index, are clustered together
// by the method auto, so that a template means the same in both. Otherwise each side keeps its
// templates, and they are matched by marks, addresses and shapes of addresses (see
// coverage/template_diff.h). What has changed is found by the marks of pages (see mark_changes.h);
// of a table there are none.
//
// Cost: that of clustering both crawls, and of reading them up to twice more.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/comparing/mark_changes.h"
#include "pagekin/core/page.h"
#include "pagekin/core/page_ids.h"
#include "pagekin/core/progress.h"
#include "pagekin/coverage/template_diff.h"
#include "pagekin/input/source.h"
#include "pagekin/reading/read_counts.h"

namespace pagekin::comparing {

enum class SideKind : std::uint8_t { kCrawl, kIndex, kTable };
std::string_view to_text(SideKind kind);

struct DiffSide {
  SideKind kind = SideKind::kCrawl;
  PageIds ids;
  std::vector<coverage::TemplatedPage> pages;  // views of `ids`; template 0: left out
  std::vector<std::string> labels;  // of a table, by template number - 1: as the table has them
  reading::ReadCounts counts;       // of a crawl
  MarkChanges::Cores cores;         // of an index
  std::map<std::uint32_t, std::string> names;  // by template: those an index or a table has

  std::set<std::uint32_t> unseen;  // of an index: templates without a page in its last run

  // What users see for a template number.
  std::string label(std::uint32_t template_number) const;
};

struct CrawlDiff {
  DiffSide before;
  DiffSide now;
  bool is_joint = false;  // both sides have the same template numbers
  std::vector<coverage::DiffRow> rows;
  std::vector<std::string> names;   // by row: of its template on the new side, else on the old one
  std::vector<MarkChange> changes;  // by row
  // Templates of the old index that its last run did not see either: gone before, and not in
  // `rows`.
  std::uint64_t gone_before = 0;
  std::string note;     // why changes could not be found; empty: they were
  std::string caution;  // of the clustering; empty: there was none, or nothing looks wrong
  double read_seconds = 0;
  double compare_seconds = 0;

  std::uint64_t count(coverage::DiffState state) const;
};

struct DiffOptions {
  std::vector<std::string> before;  // inputs of a crawl, or one index or table
  std::vector<std::string> now;
  input::ReadOptions reading;
  bool strict = false;
};

// Whether a file is a table of pages and templates: by its ending .tsv, .csv or .parquet, also
// compressed, or as JSON lines that have a `page` and a `template` or `cluster`.
bool is_page_table(const std::string& path);

// Throws InputError when a side has no page that can be used, and for an index of another method
// than auto; OptionError for an index or a table among several inputs.
CrawlDiff diff_crawls(const DiffOptions& options,
                      const std::function<void(const Incident&)>& on_incident = nullptr,
                      Progress* reading = nullptr, Progress* comparing = nullptr);

}  // namespace pagekin::comparing
