// Tables as TSV and CSV, see table_writer.h.
#include <string>
#include <utility>

#include "pagekin/core/text.h"
#include "pagekin/table/cell_text.h"
#include "pagekin/table/row_writer.h"

namespace pagekin::table {
namespace {

class TextRows final : public RowWriter {
 public:
  TextRows(TableFormat format, std::span<const Column> columns, Sink sink)
      : is_tsv_(format == TableFormat::kTsv), sink_(std::move(sink)) {
    std::vector<Cell> header;
    header.reserve(columns.size());
    for (const Column& column : columns) header.emplace_back(column.name);
    row(header);
  }

  void row(std::span<const Cell> cells) override {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (i > 0) buffer_ += is_tsv_ ? '\t' : ',';
      add(cells[i]);
    }
    buffer_ += '\n';
    if (buffer_.size() < kPieceBytes) return;
    sink_(buffer_);
    buffer_.clear();
  }

  void finish() override {
    if (!buffer_.empty()) sink_(buffer_);
    buffer_.clear();
  }

 private:
  void add(const Cell& cell) {
    const bool is_list = std::holds_alternative<Cell::Texts>(cell.value());  // has its escapes
    const std::string text = to_text(cell);
    if (is_tsv_) {
      buffer_ += is_list ? text : escape_tsv(text);
    } else {
      buffer_ += quote_csv(text);
    }
  }

  bool is_tsv_;
  Sink sink_;
  std::string buffer_;
};

}  // namespace

std::unique_ptr<RowWriter> make_text_rows(TableFormat format, std::span<const Column> columns,
                                          Sink sink) {
  return std::make_unique<TextRows>(format, columns, std::move(sink));
}

}  // namespace pagekin::table
