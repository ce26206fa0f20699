// The template of each page, as a table, and a summary of a run that classified pages.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/classify.h"
#include "pagekin/clustering/classify_pages.h"
#include "pagekin/model/classifier.h"
#include "pagekin/report/table_writer.h"

namespace pagekin::report {

// Whether the columns need ClassifyOptions::origin.
bool needs_origins(std::span<const ClassColumn> columns);

// Rows of page, template and score, or of other columns.
//
// With Decide::kAll the template column lists every class that the page meets. JSON lines and
// Parquet then have a list `templates` instead, which is empty for none. The templates of an index
// are numbers in these two formats, and null for none.
class ClassificationWriter {
 public:
  struct Options {
    FileFormat format;
    std::vector<ClassColumn> columns = ClassTableOptions().columns;
    model::Decide decide = model::Decide::kBest;
    bool has_ids = false;  // the classes are templates of an index, named by their ids
  };
  ClassificationWriter(Options options, const model::PageClassifier& classifier,
                       TableWriter::Sink sink);

  // Where the next page is from, for columns that show it.
  void set_origin(std::string_view input, std::uint64_t offset);

  void write(std::string_view page, const model::Decision& decision);

  // Hands over what is left. Call it once, after the last row.
  void finish() { table_.finish(); }

 private:
  std::vector<Column> header() const;
  bool has_lists() const;  // whether the format has lists of templates
  std::string_view name_of(int class_number) const;
  Cell template_cell(const model::Decision& decision);
  Cell cell(std::string_view page, const model::Decision& decision, ClassColumn column);

  Options options_;
  const model::PageClassifier* classifier_;
  TableWriter table_;
  std::string input_;
  std::uint64_t offset_ = 0;
  std::vector<std::string_view> names_;  // this and the next three: what the cells have views of
  std::string host_;
  std::string shape_;
  std::vector<Cell> cells_;
};

// The templates that have moved since they were learned, the farthest first.
std::vector<TemplateDrift> template_drifts(const clustering::ClassifyRun& run,
                                           const model::PageClassifier& classifier);

// Pages, how many got a template, the most frequent templates, how far templates have moved and
// why, and the time.
std::string summarise(const clustering::ClassifyRun& run, const model::PageClassifier& classifier);

}  // namespace pagekin::report
