// Clean texts as tables, see extraction/clean_pages.h.
//
//   page, template, title, author, date, language, address, kind, kept, text
//
// and, once a template, what is fixed in it, with the page that showed it:
//
//   template, name, pages, page, text
#pragma once

#include "pagekin/clustering/grouped_pages.h"
#include "pagekin/extraction/clean_pages.h"
#include "pagekin/report/table_writer.h"
#include "pagekin/report/template_ids.h"

namespace pagekin::report {

class CleanTableWriter {
 public:
  CleanTableWriter(FileFormat format, const clustering::GroupedPages& pages, table::Sink sink);

  void write(const extraction::CleanPage& page);

  // Hands over what is left. Call it once, after the last page.
  void finish() { table_.finish(); }

 private:
  TemplateIds ids_;
  TableWriter table_;
};

class FixedTableWriter {
 public:
  // The pages must outlive the writer.
  FixedTableWriter(FileFormat format, const clustering::GroupedPages& pages, table::Sink sink);

  // A page without anything fixed is passed over.
  void write(const extraction::CleanPage& page);

  void finish() { table_.finish(); }

 private:
  const clustering::GroupedPages& pages_;
  TemplateIds ids_;
  TableWriter table_;
};

}  // namespace pagekin::report
