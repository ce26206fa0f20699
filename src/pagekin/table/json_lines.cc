// Tables as JSON lines, see table_writer.h.
#include <cmath>
#include <string>
#include <utility>

#include "pagekin/core/text.h"
#include "pagekin/table/row_writer.h"

namespace pagekin::table {
namespace {

class JsonLines final : public RowWriter {
 public:
  JsonLines(std::span<const Column> columns, Sink sink) : sink_(std::move(sink)) {
    for (const Column& column : columns) keys_.push_back(quote_json(column.name) + ": ");
  }

  void row(std::span<const Cell> cells) override {
    buffer_ += '{';
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (i > 0) buffer_ += ", ";
      buffer_ += keys_[i];
      add(cells[i].value());
    }
    buffer_ += "}\n";
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
      buffer_ += quote_json(*text);
    } else if (const auto* const integer = std::get_if<std::int64_t>(&value)) {
      buffer_ += std::to_string(*integer);
    } else if (const auto* const number = std::get_if<double>(&value)) {
      buffer_ += std::isfinite(*number) ? decimal(*number) : "null";
    } else if (const auto* const boolean = std::get_if<bool>(&value)) {
      buffer_ += *boolean ? "true" : "false";
    } else if (const auto* const texts = std::get_if<Cell::Texts>(&value)) {
      buffer_ += '[';
      for (std::size_t i = 0; i < texts->all.size(); ++i) {
        if (i > 0) buffer_ += ", ";
        buffer_ += quote_json(texts->all[i]);
      }
      buffer_ += ']';
    } else {
      buffer_ += "null";
    }
  }

  Sink sink_;
  std::vector<std::string> keys_;
  std::string buffer_;
};

}  // namespace

std::unique_ptr<RowWriter> make_json_lines(std::span<const Column> columns, Sink sink) {
  return std::make_unique<JsonLines>(columns, std::move(sink));
}

}  // namespace pagekin::table
