// What a crawl lacks: tables for programs, JSON, and a summary for people.
#pragma once

#include <string>

#include "pagekin/comparing/coverage.h"
#include "pagekin/report/table_writer.h"

namespace pagekin::report {

// One row for each template, or group of addresses that have no template. The most important
// rows come first:
//   template state old new both moved moved_to sitemap not_crawled shape example name
// Cells about a crawl or a sitemap that was not given are empty (JSON: null).
void write_table(const comparing::Coverage& coverage, const FileFormat& format,
                 const TableWriter::Sink& sink);

// The whole result in one object.
std::string to_json(const comparing::Coverage& coverage);

// The addresses that the old crawl or the sitemap has and the new crawl lacks: page, template,
// source.
void list_not_crawled(const comparing::Coverage& coverage, const FileFormat& format,
                      const TableWriter::Sink& sink);

// The counts, and the templates that deserve a look.
std::string summarise(const comparing::Coverage& coverage);

}  // namespace pagekin::report
