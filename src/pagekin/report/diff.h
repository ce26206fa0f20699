// What has changed between two crawls: tables for programs, JSON, and a summary for people.
#pragma once

#include <string>

#include "pagekin/comparing/diff_crawls.h"
#include "pagekin/report/table_writer.h"

namespace pagekin::report {

// One row for each template; the most important first:
//   state old new old_pages new_pages both matched_by kept marks_added marks_removed added removed
//   split_off joined_by shape example
// Cells about a side that does not have the template are empty (JSON: null).
void write_table(const comparing::CrawlDiff& diff, FileFormat format,
                 const TableWriter::Sink& sink);

// One row for each page of either crawl, in the order of the new one, then of the old one:
//   page state old new
// The state is that of the new template, else of the old one. A page that a crawl lacks, or that
// was left out of its templates, has an empty cell there. Pages are the same by their addresses.
void write_pages(const comparing::CrawlDiff& diff, FileFormat format,
                 const TableWriter::Sink& sink);

// The whole result in one object.
std::string to_json(const comparing::CrawlDiff& diff);

// The counts, and the templates that deserve a look; with `all`, every one of these.
std::string summarise(const comparing::CrawlDiff& diff, bool all = false);

}  // namespace pagekin::report
