// The list of skipped and limited pages: a TSV table of input, page, offset, fate and reason.
#pragma once

#include "pagekin/core/page.h"
#include "pagekin/report/table_writer.h"

namespace pagekin::report {

class IncidentTable {
 public:
  explicit IncidentTable(TableWriter::Sink sink);

  void add(const Incident& incident);

  // Hands over what is left. Call it once, after the last incident.
  void finish() { table_.finish(); }

 private:
  TableWriter table_;
};

}  // namespace pagekin::report
