// The template of each page, as a table, and a summary of a run that classified pages.
#pragma once

#include <string>
#include <string_view>

#include "pagekin/model/classifier.h"
#include "pagekin/pipeline/classify_pages.h"
#include "pagekin/report/table_writer.h"

namespace pagekin::report {

// Rows of page, template and score.
//
// With Decide::kAll the template column lists every class that the page meets. JSON lines then
// have a list `templates` instead, which is empty for none.
class ClassificationWriter {
 public:
  ClassificationWriter(TableFormat format, const model::PageClassifier& classifier,
                       model::Decide decide, TableWriter::Sink sink);

  void write(std::string_view page, const model::Decision& decision);

  // Hands over what is left. Call it once, after the last row.
  void finish() { table_.finish(); }

 private:
  std::string_view name_of(int class_number) const;

  const model::PageClassifier* classifier_;
  model::Decide decide_;
  TableWriter table_;
};

// Pages, how many got a template, the most frequent templates, and the time.
std::string summarise(const pipeline::ClassifyRun& run, const model::PageClassifier& classifier);

}  // namespace pagekin::report
