// Tables as TSV and CSV, see table_writer.h.
#include <string>
#include <utility>

#include "pagekin/core/text.h"
#include "pagekin/table/row_writer.h"

namespace pagekin::table {
namespace {

std::string joined_by_bars(std::span<const std::string_view> texts) {
  std::string joined;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i > 0) joined += '|';
    for (const char c : escape_tsv(texts[i])) {
      if (c == '|') joined += '\\';
      joined += c;
    }
  }
  return joined;
}

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
      add(cells[i].value());
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
  void add(const Cell::Value& value) {
    if (const auto* const text = std::get_if<std::string_view>(&value)) {
      buffer_ += is_tsv_ ? escape_tsv(*text) : quote_csv(*text);
    } else if (const auto* const integer = std::get_if<std::int64_t>(&value)) {
      buffer_ += std::to_string(*integer);
    } else if (const auto* const number = std::get_if<double>(&value)) {
      buffer_ += decimal(*number);
    } else if (const auto* const boolean = std::get_if<bool>(&value)) {
      buffer_ += *boolean ? "true" : "false";
    } else if (const auto* const texts = std::get_if<Cell::Texts>(&value)) {
      const std::string joined =
          texts->all.empty() ? std::string(texts->none) : joined_by_bars(texts->all);
      buffer_ += is_tsv_ ? joined : quote_csv(joined);
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
