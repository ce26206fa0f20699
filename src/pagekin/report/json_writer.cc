#include "pagekin/report/json_writer.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "pagekin/core/text.h"
#include "pagekin/report/numbers.h"

namespace pagekin::report {
namespace {

constexpr std::size_t kPieceSize = std::size_t{1} << 16;

}  // namespace

JsonWriter& JsonWriter::on_line(std::size_t indent) {
  breaks_line_ = true;
  indent_ = indent;
  return *this;
}

void JsonWriter::break_line() {
  text_ += '\n';
  text_.append(indent_, ' ');
  breaks_line_ = false;
}

// Writes what stands between this value and the one before it.
void JsonWriter::separate() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  const bool is_first = has_items_.empty() || !has_items_.back();
  if (!is_first) text_ += ',';
  if (breaks_line_) {
    break_line();
  } else if (!is_first) {
    text_ += ' ';
  }
  if (!has_items_.empty()) has_items_.back() = true;
}

JsonWriter& JsonWriter::raw(std::string_view text) {
  separate();
  text_ += text;
  is_line_open_ = true;
  if (sink_ && text_.size() >= kPieceSize) {
    sink_(text_);
    text_.clear();
  }
  return *this;
}

JsonWriter& JsonWriter::open(char bracket) {
  separate();
  text_ += bracket;
  has_items_.push_back(false);
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  has_items_.pop_back();
  if (breaks_line_) break_line();
  text_ += bracket;
  is_line_open_ = true;
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  text_ += quote_json(name);
  text_ += ": ";
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) { return raw(quote_json(text)); }

JsonWriter& JsonWriter::decimal(double number, int decimals) {
  return std::isfinite(number) ? raw(report::decimal(number, decimals)) : null();
}

JsonWriter& JsonWriter::shortest(double number) { return raw(fmt::format("{}", number)); }
JsonWriter& JsonWriter::shortest(float number) { return raw(fmt::format("{}", number)); }

JsonWriter& JsonWriter::end_line() {
  text_ += '\n';
  is_line_open_ = false;
  return *this;
}

std::string JsonWriter::finish() {
  if (is_line_open_) end_line();
  if (!sink_) return std::move(text_);
  if (!text_.empty()) sink_(text_);
  text_.clear();
  return {};
}

}  // namespace pagekin::report
