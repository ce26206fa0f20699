// Tables for programs: TSV, CSV or JSON lines, with columns that are named once.
//
//   TSV    a header, then one row a line; tab, newline, carriage return and backslash are
//          written \t \n \r \\ .
//   CSV    a header, then rows with the quotes of RFC 4180; lines end in LF.
//   JSONL  one object a line.
//
// Ill-formed UTF-8 is written as U+FFFD. Memory: about 64 KB.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "pagekin/eval/assignments.h"
#include "pagekin/report/json_writer.h"

namespace pagekin::report {

using eval::TableFormat;

// One value of a row. Texts and lists stay with the caller until the row is written.
class Cell {
 public:
  Cell() = default;  // no value: an empty cell, in JSON null
  Cell(std::string_view text) : value_(text) {}
  Cell(const std::string& text) : value_(std::string_view(text)) {}
  Cell(const char* text) : value_(std::string_view(text)) {}
  template <std::integral Number>
  Cell(Number number) : value_(static_cast<std::int64_t>(number)) {}
  Cell(double number) : value_(number) {}  // with 6 decimals

  // Several texts. TSV and CSV join them by bars, each with the escapes of TSV and \| for a
  // bar, and write `none` for an empty list. JSON has a list.
  Cell(std::span<const std::string_view> texts, std::string_view none)
      : value_(Texts{texts, none}) {}

 private:
  friend class TableWriter;
  friend void write_cell(JsonWriter& json, const Cell& cell);
  struct Texts {
    std::span<const std::string_view> all;
    std::string_view none;
  };
  std::variant<std::monostate, std::string_view, std::int64_t, double, Texts> value_;
};

// The cell as a value of a JSON document.
void write_cell(JsonWriter& json, const Cell& cell);

class TableWriter {
 public:
  using Sink = std::function<void(std::string_view)>;

  // Hands the bytes to `sink` in pieces of about 64 KB.
  TableWriter(TableFormat format, std::vector<std::string> columns, Sink sink);

  // `cells` has one entry for each column.
  void row(std::span<const Cell> cells);
  void row(std::initializer_list<Cell> cells) { row(std::span(cells.begin(), cells.size())); }

  // Hands over what is left. Call it once, after the last row.
  void finish();

 private:
  void add_text(std::string_view text);
  void add_cell(const Cell& cell);
  void json_row(std::span<const Cell> cells);

  TableFormat format_;
  std::vector<std::string> columns_;
  Sink sink_;
  std::string buffer_;  // of TSV and CSV
  JsonWriter json_;     // of JSON lines
};

}  // namespace pagekin::report
