// The fields of pages as records.
//
// As records of columns (records.h): one row a page, one column a field, all templates in one
// table.
//
//   page, template, confidence (the least of the fields), needs_review (fields on which the
//   selectors disagree), a cell for each field
//
// JSON lines have only the fields of the page's template, and the confidence of each:
//   {"page": "...", "template": 1, "confidence": 0.98, "needs_review": ["author"],
//    "price": "12.00", "author": null, "confidences": {"price": 0.98}}
// A field that is called like one of these columns gets "field_" before its name, a record that is
// called like one of them or like a field gets "record_". `needs_review` and `confidences` say
// these names, too.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/extraction/extract_fields.h"
#include "pagekin/report/json_writer.h"
#include "pagekin/report/table_writer.h"
#include "pagekin/report/template_ids.h"
#include "pagekin/report/typed_columns.h"
#include "pagekin/table/compressed_sink.h"

namespace pagekin::report {

class FieldRecordWriter {
 public:
  struct Options {
    FileFormat format;
    bool all = false;  // also pages of no template with fields
    ValueForms forms = ValueForms::kAuto;
  };
  // The wrapper must outlive the writer, and records must be of it.
  FieldRecordWriter(const Options& options, const wrapper::Wrapper& wrapper,
                    TableWriter::Sink sink);

  void write(const extraction::FieldRecord& record);

  // Hands over what is left. Call it once, after the last record.
  void finish();

  std::uint64_t rows() const { return rows_; }  // written

  // Values that were left out as they are not of the type of their column, by column.
  std::map<std::string, std::uint64_t> misfits() const;

 private:
  enum : std::size_t { kPage, kTemplate, kConfidence, kReview };

  void write_json(const extraction::FieldRecord& record, const std::vector<Cell>& cells);
  void write_records(const extraction::FieldRecord& record);
  void add_types();
  void add_record_cells(const extraction::FieldRecord& record, std::vector<Cell>& cells,
                        std::vector<std::vector<std::string_view>>& lists) const;
  std::size_t number_of(const extraction::FieldRecord& record) const;
  std::size_t column_of(const extraction::FieldRecord& record, std::size_t field) const;
  const std::string& name_of(const rows::RecordRule& record) const;

  Options options_;
  std::uint64_t rows_ = 0;
  const wrapper::Wrapper& wrapper_;
  TemplateIds ids_;
  std::vector<Column> columns_;                        // of all templates
  std::vector<std::vector<std::size_t>> columns_of_;   // by template and field
  std::map<std::string, std::string> record_names_;    // by those that were given
  std::map<std::string, std::size_t> record_columns_;  // in tables, of cells by their names
  std::vector<TypedColumn> typed_;                     // by column
  std::vector<std::size_t> text_columns_;  // of columns with values: that of their texts
  // One of the two is used.
  std::unique_ptr<table::CompressedSink> compressed_;
  std::unique_ptr<JsonWriter> json_;
  std::optional<TableWriter> table_;
};

}  // namespace pagekin::report
