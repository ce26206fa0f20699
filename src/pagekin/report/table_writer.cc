#include "pagekin/report/table_writer.h"

#include <utility>

#include "pagekin/core/text.h"
#include "pagekin/report/numbers.h"

namespace pagekin::report {
namespace {

constexpr std::size_t kPieceSize = std::size_t{1} << 16;

std::string joined_by_bars(std::span<const std::string_view> texts) {
  std::string joined;
  for (const std::string_view text : texts) {
    if (!joined.empty()) joined += '|';
    for (const char c : escape_tsv(text)) {
      if (c == '|') joined += '\\';
      joined += c;
    }
  }
  return joined;
}

}  // namespace

void write_cell(JsonWriter& json, const Cell& cell) {
  if (const auto* const text = std::get_if<std::string_view>(&cell.value_)) {
    json.value(*text);
  } else if (const auto* const number = std::get_if<std::int64_t>(&cell.value_)) {
    json.value(*number);
  } else if (const auto* const real = std::get_if<double>(&cell.value_)) {
    json.decimal(*real);
  } else if (const auto* const texts = std::get_if<Cell::Texts>(&cell.value_)) {
    json.begin_array();
    for (const std::string_view one : texts->all) json.value(one);
    json.end_array();
  } else {
    json.null();
  }
}

TableWriter::TableWriter(TableFormat format, std::vector<std::string> columns, Sink sink)
    : format_(format), columns_(std::move(columns)), sink_(std::move(sink)), json_(sink_) {
  if (format_ == TableFormat::kJsonl) return;
  const std::vector<Cell> header(columns_.begin(), columns_.end());
  row(header);
}

void TableWriter::add_text(std::string_view text) {
  buffer_ += format_ == TableFormat::kTsv ? escape_tsv(text) : quote_csv(text);
}

void TableWriter::add_cell(const Cell& cell) {
  if (const auto* const text = std::get_if<std::string_view>(&cell.value_)) {
    add_text(*text);
  } else if (const auto* const number = std::get_if<std::int64_t>(&cell.value_)) {
    buffer_ += std::to_string(*number);
  } else if (const auto* const real = std::get_if<double>(&cell.value_)) {
    buffer_ += decimal(*real);
  } else if (const auto* const texts = std::get_if<Cell::Texts>(&cell.value_)) {
    const std::string joined =
        texts->all.empty() ? std::string(texts->none) : joined_by_bars(texts->all);
    buffer_ += format_ == TableFormat::kTsv ? joined : quote_csv(joined);
  }
}

void TableWriter::json_row(std::span<const Cell> cells) {
  json_.begin_object();
  for (std::size_t i = 0; i < cells.size(); ++i) write_cell(json_.key(columns_[i]), cells[i]);
  json_.end_object().end_line();
}

void TableWriter::row(std::span<const Cell> cells) {
  if (format_ == TableFormat::kJsonl) return json_row(cells);
  const char separator = format_ == TableFormat::kTsv ? '\t' : ',';
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) buffer_ += separator;
    add_cell(cells[i]);
  }
  buffer_ += '\n';
  if (buffer_.size() < kPieceSize) return;
  sink_(buffer_);
  buffer_.clear();
}

void TableWriter::finish() {
  if (format_ == TableFormat::kJsonl) {
    json_.finish();
    return;
  }
  if (!buffer_.empty()) sink_(buffer_);
  buffer_.clear();
}

}  // namespace pagekin::report
