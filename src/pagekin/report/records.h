// Records of pages as tables, see extraction/extract_records.h.
//
// JSON lines have all templates in one file: one object a page, with
//
//   page, template, confidence, a text or null for each column, a list of texts for a column with
//   several values a page, and a list of objects for the rows of a record
//
// The other formats have one file a template, and one more for each record of two or more columns:
//
//   page, template, confidence, a cell for each column; lists as in table/cell.h
//   page, template, record (the number of the row on the page, from 1), its cells
//
// File names: "{template}" in the name stands for the id of the template. Without it and with
// several templates, ".ID" comes before the ending; ".RECORD" before the ending names the file of a
// record. So records.csv is records.3.csv for template 3, and records.3.reviews.csv has its
// reviews. JSON lines are split by template only where the name has "{template}".
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/extraction/extract_records.h"
#include "pagekin/records.h"
#include "pagekin/report/table_writer.h"
#include "pagekin/report/typed_columns.h"
#include "pagekin/skeleton/schema.h"

namespace pagekin::report {

// The name of a file; `record` may be empty.
std::string record_path(const std::string& path, const skeleton::Schema& schema,
                        std::size_t template_number, std::string_view record);

class RecordWriter {
 public:
  // Opens a file and returns where its bytes go.
  using Open = std::function<table::Sink(const std::string& path)>;

  // Opens all files. Throws OptionError for more than 200 of them: JSON lines need one.
  RecordWriter(const std::string& path, const FileFormat& format, const skeleton::Schema& schema,
               const Open& open, ValueForms forms = ValueForms::kAuto);
  ~RecordWriter();

  void write(const extraction::Record& record);

  // Hands over what is left. Call it once.
  void finish();

  // In the order in which they were opened, with the rows that were written so far.
  const std::vector<WrittenFile>& files() const;

  // Values that were left out as they are not of the type of their column, by column.
  std::map<std::string, std::uint64_t> misfits() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pagekin::report
