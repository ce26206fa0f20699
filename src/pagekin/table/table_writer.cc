#include "pagekin/table/table_writer.h"

#include <utility>

namespace pagekin::table {
namespace {

std::unique_ptr<RowWriter> make_rows(FileFormat format, std::span<const Column> columns,
                                     Sink sink) {
  switch (format.table) {
    case TableFormat::kJsonl:
      return make_json_lines(columns, std::move(sink));
    case TableFormat::kParquet:
      return make_parquet_rows(columns, std::move(sink));
    case TableFormat::kTsv:
    case TableFormat::kCsv:
      break;
  }
  return make_text_rows(format, columns, std::move(sink));
}

}  // namespace

TableWriter::TableWriter(FileFormat format, std::span<const Column> columns, Sink sink)
    : sink_(std::make_unique<CompressedSink>(format.compression, std::move(sink))),
      rows_(make_rows(format, columns,
                      [to = sink_.get()](std::string_view bytes) { to->write(bytes); })) {}

void TableWriter::finish() {
  rows_->finish();
  if (sink_) sink_->finish();
}

}  // namespace pagekin::table
