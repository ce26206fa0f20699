// The fields of pages as records, and what runs of `learn` and `extract` tell of themselves.
//
// JSON lines are nested:
//   {"page": "...", "template": "1", "fields": {"price": {"value": "12.00", "confidence": 0.98}},
//    "needs_review": ["author"]}
// A list field has `values`. Other formats, and JSON lines on request, are flat: one column a
// field; `confidence` is the least of the fields.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/pipeline/extract_fields.h"
#include "pagekin/pipeline/learn_wrapper.h"
#include "pagekin/report/table_writer.h"
#include "pagekin/table/compressed_sink.h"

namespace pagekin::report {

class RecordWriter {
 public:
  struct Options {
    FileFormat format;
    bool flat = false;  // of JSON lines
    bool all = false;   // also pages of no template with fields
  };
  RecordWriter(const Options& options, const wrapper::Wrapper& wrapper, TableWriter::Sink sink);

  void write(const pipeline::PageRecord& record);

  // Hands over what is left. Call it once, after the last record.
  void finish();

 private:
  void write_nested(const pipeline::PageRecord& record);
  void write_flat(const pipeline::PageRecord& record);

  Options options_;
  std::vector<std::string> fields_;  // the columns of all templates
  std::vector<bool> is_list_;
  std::map<std::string, std::size_t, std::less<>> column_of_;
  // One of the two is used.
  std::unique_ptr<table::CompressedSink> compressed_;
  std::unique_ptr<JsonWriter> json_;
  std::optional<TableWriter> table_;
};

std::string summarise(const pipeline::LearnRun& run);
// "labels.tsv, line 3: field 'price' of page 'a': ...", one a line.
std::string describe_problems(const pipeline::LearnRun& run, bool all);
std::string to_json(const pipeline::LearnRun& run);

std::string summarise(const pipeline::ExtractRun& run, const wrapper::Wrapper& wrapper);
std::string to_json(const pipeline::ExtractRun& run, const wrapper::Wrapper& wrapper);

}  // namespace pagekin::report
