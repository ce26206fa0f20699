// Tables as TSV and CSV, see table_writer.h.
//
// Spreadsheets run cells of CSV that begin like a formula, and the texts of a table come from
// strangers. Such a text gets an apostrophe in front, which spreadsheets do not show, unless it is
// a number. harmless_csv.h takes it away again when we read the table.
#include <string>
#include <utility>

#include "pagekin/core/text.h"
#include "pagekin/table/cell_text.h"
#include "pagekin/table/harmless_csv.h"
#include "pagekin/table/row_writer.h"

namespace pagekin::table {
namespace {

class TextRows final : public RowWriter {
 public:
  TextRows(FileFormat format, std::span<const Column> columns, Sink sink)
      : is_tsv_(format.table == TableFormat::kTsv),
        is_exact_(format.is_exact),
        sink_(std::move(sink)) {
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
    const bool is_text = is_list || std::holds_alternative<std::string_view>(cell.value());
    std::string text = to_text(cell);
    if (is_text && !is_tsv_ && !is_exact_ && may_be_run(text)) text.insert(text.begin(), '\'');
    if (is_tsv_) {
      buffer_ += is_list ? text : escape_tsv(text);
    } else {
      buffer_ += quote_csv(text);
    }
  }

  bool is_tsv_;
  bool is_exact_;
  Sink sink_;
  std::string buffer_;
};

}  // namespace

std::unique_ptr<RowWriter> make_text_rows(FileFormat format, std::span<const Column> columns,
                                          Sink sink) {
  return std::make_unique<TextRows>(format, columns, std::move(sink));
}

}  // namespace pagekin::table
