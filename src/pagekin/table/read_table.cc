#include "pagekin/table/read_table.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>
#include <variant>

#include <nlohmann/json.hpp>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/table/cell_rows.h"
#include "pagekin/table/cell_text.h"
#include "pagekin/table/column_cells.h"
#include "pagekin/table/parquet_format.h"
#include "pagekin/table/text_lines.h"

namespace pagekin::table {
namespace {

constexpr std::size_t kShownBytes = 200;  // of a bad line, in messages

std::string shown(std::string_view line) {
  return "'" + printable(line.substr(0, kShownBytes)) + "'";
}

bool is_number(std::string_view cell) {
  return !cell.empty() && std::ranges::all_of(cell, [](char c) { return c >= '0' && c <= '9'; });
}

// The text of a line: valid UTF-8 without a CR at its end.
std::string text_of(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  return to_valid_utf8(line);
}

std::string joined(const nlohmann::json& list) {
  std::vector<std::string> entries;
  for (const nlohmann::json& entry : list) {
    entries.push_back(entry.is_string() ? entry.get<std::string>() : entry.dump());
  }
  return joined_by_bars(std::vector<std::string_view>(entries.begin(), entries.end()));
}

std::optional<std::string> text_of(nlohmann::json& value) {
  if (value.is_null()) return std::nullopt;
  if (value.is_string()) return std::move(value.get_ref<std::string&>());
  if (value.is_array()) return joined(value);
  return value.dump();
}

class CellTable final : public TableReader {
 public:
  CellTable(std::string name, const std::vector<std::string>& wanted,
            std::unique_ptr<TextLines> lines, std::unique_ptr<CellRows> rows)
      : TableReader(std::move(name)), lines_(std::move(lines)), rows_(std::move(rows)) {
    std::size_t line = 0;
    rows_->next(cells_, line);
    const bool has_numbers = std::ranges::any_of(cells_, is_number);
    if (!has_numbers && std::ranges::find(cells_, "page") != cells_.end()) {
      columns_ = std::move(cells_);
    } else if (cells_.size() == 2 && is_number(cells_[1])) {
      columns_ = {"page", "cluster"};
      is_first_kept_ = true;
      first_line_ = line;
    } else {
      std::string found;
      for (const std::string& cell : cells_) found += (found.empty() ? "" : ", ") + shown(cell);
      throw_at_line(this->name(), line,
                    "expected a first line that names the columns, with one column `page`, or "
                    "lines of a page and a cluster number; found the first line " +
                        found);
    }
    for (const std::string& column : wanted) {
      const auto count = std::ranges::count(columns_, column);
      if (count > 1) throw_at_line(this->name(), line, "there are two columns `" + column + "`");
      const auto at = std::ranges::find(columns_, column) - columns_.begin();
      places_.push_back(static_cast<std::size_t>(at));
    }
  }

  bool next(Row& row) override {
    row.line = first_line_;
    if (!std::exchange(is_first_kept_, false) && !rows_->next(cells_, row.line)) return false;
    if (cells_.size() != columns_.size()) {
      std::string names;
      for (const std::string& column : columns_) {
        names += (names.empty() ? "" : ", ") + printable(column.substr(0, kShownBytes));
      }
      throw_at_line(name(), row.line,
                    "expected " + std::to_string(columns_.size()) + " columns (" +
                        names.substr(0, kShownBytes) + "), found " + std::to_string(cells_.size()));
    }
    row.cells.assign(places_.size(), std::nullopt);
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (places_[i] < cells_.size()) row.cells[i] = std::move(cells_[places_[i]]);
    }
    return true;
  }

 private:
  std::unique_ptr<TextLines> lines_;
  std::unique_ptr<CellRows> rows_;
  std::vector<std::size_t> places_;  // by wanted column: its place in the file, or past the end
  std::vector<std::string> cells_;
  bool is_first_kept_ = false;  // the first line is a row, in cells_
  std::size_t first_line_ = 0;
};

class JsonTable final : public TableReader {
 public:
  JsonTable(std::string name, std::vector<std::string> wanted, std::unique_ptr<TextLines> lines,
            std::string&& first_line)
      : TableReader(std::move(name)), wanted_(std::move(wanted)), lines_(std::move(lines)) {
    object_ = parse(first_line);
    for (const auto& [key, value] : object_.items()) columns_.push_back(key);
  }

  bool next(Row& row) override {
    if (!std::exchange(is_first_kept_, false)) {
      std::string line;
      do {
        if (!lines_->next(line)) return false;
      } while (line.empty() || line == "\r");
      object_ = parse(line);
    }
    row.line = lines_->number();
    row.cells.assign(wanted_.size(), std::nullopt);
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
      const auto found = object_.find(wanted_[i]);
      if (found != object_.end()) row.cells[i] = text_of(*found);
    }
    return true;
  }

 private:
  nlohmann::json parse(std::string_view line) const {
    const std::string text = text_of(line);
    nlohmann::json object = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (!object.is_object()) {
      throw_at_line(name(), lines_->number(),
                    R"(expected a JSON object such as {"page": "..."}, found )" + shown(text));
    }
    return object;
  }

  std::vector<std::string> wanted_;
  std::unique_ptr<TextLines> lines_;
  nlohmann::json object_;
  bool is_first_kept_ = true;
};

class ParquetTable final : public TableReader {
 public:
  ParquetTable(std::string name, const std::vector<std::string>& wanted, std::string&& file)
      : TableReader(std::move(name)), file_(std::move(file)), source_(file_) {
    try {
      cells_ = open_parquet_columns(source_, wanted);
    } catch (const Error& error) {
      refuse(error.what());
    }
    columns_ = cells_->columns();
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (std::ranges::count(columns_, wanted[i]) > 1) {
        throw InputError(printable(this->name()) + " has two columns `" + wanted[i] + "`", {},
                         this->name());
      }
      if (cells_->has(i) && !cells_->type(i)) {
        refuse("column '" + wanted[i] + "' has a type that is not supported");
      }
    }
  }

  bool next(Row& row) override {
    try {
      if (!cells_->next(values_)) return false;
    } catch (const Error& error) {
      refuse(error.what());
    }
    row.line = ++number_;
    row.cells.assign(values_.size(), std::nullopt);
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const bool has_value = !std::holds_alternative<std::monostate>(values_[i].value());
      if (has_value) row.cells[i] = to_valid_utf8(to_text(values_[i]));
    }
    return true;
  }

 private:
  [[noreturn]] void refuse(const std::string& problem) const {
    throw InputError(printable(name()) + " cannot be read as a Parquet file: " + problem, {},
                     name());
  }

  std::string file_;
  MemorySource source_;
  std::unique_ptr<ColumnCells> cells_;
  std::vector<Cell> values_;  // of the current row
  std::size_t number_ = 0;    // of the last row
};

// A file without any line.
class EmptyTable final : public TableReader {
 public:
  using TableReader::TableReader;
  bool next(Row&) override { return false; }
};

std::optional<TableFormat> format_of_line(std::string_view line) {
  if (line.starts_with('{')) return TableFormat::kJsonl;
  if (line.find('\t') != std::string_view::npos) return TableFormat::kTsv;
  if (line.find_first_of(",;") != std::string_view::npos) return TableFormat::kCsv;
  return std::nullopt;
}

// What the first bytes of a file say it is, if that is not a table of text.
std::optional<std::string_view> not_a_table(std::string_view start) {
  constexpr std::pair<std::string_view, std::string_view> starts[] = {
      {"WARC/", "a WARC file"},
      {"SQLite format 3", "a SQLite file, perhaps a crawl store"},
      {"pagekin index ", "an index of 'pagekin cluster'"},
      {"pagekin model ", "a model of 'pagekin train'"},
      {"\xFF\xFE", "UTF-16 text; save it as UTF-8"},
      {"\xFE\xFF", "UTF-16 text; save it as UTF-8"},
      {"PK\x03\x04", "a ZIP file, perhaps of a spreadsheet; save the table as CSV"},
      {"<", "HTML or XML"},
  };
  for (const auto& [bytes, what] : starts) {
    if (start.starts_with(bytes)) return what;
  }
  return std::nullopt;
}

[[noreturn]] void refuse(const std::string& name, const std::string& found) {
  throw InputError(
      printable(name) +
          ": expected a table of pages as TSV, CSV, JSON lines or Parquet, as 'pagekin cluster "
          "-o' writes it; found " +
          found,
      {}, name);
}

}  // namespace

void throw_at_line(const std::string& file, std::size_t line, const std::string& problem) {
  throw InputError(printable(file) + ", line " + std::to_string(line) + ": " + problem, {}, file);
}

bool TableReader::has(std::string_view column) const {
  return std::ranges::find(columns_, column) != columns_.end();
}

std::unique_ptr<TableReader> open_table(std::unique_ptr<ByteSource> source, const std::string& name,
                                        std::vector<std::string> wanted,
                                        std::optional<TableFormat> format) {
  auto lines = std::make_unique<TextLines>(std::move(source), name, kMaxRowBytes);
  if (lines->begins_with(parquet::kMagic)) {
    return std::make_unique<ParquetTable>(name, wanted, lines->take_all(kMaxBinaryBytes));
  }
  std::string line;
  do {
    if (!lines->next(line)) return std::make_unique<EmptyTable>(name);
    if (lines->number() == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
  } while (line.empty() || line == "\r");
  if (const auto what = not_a_table(line)) refuse(name, std::string(*what));

  const std::optional<FileFormat> named = format_of_name(name);
  if (named && !format) format = named->table;
  if (!format) format = format_of_line(line);
  if (!format) refuse(name, "a first line " + shown(line));
  if (*format == TableFormat::kParquet) refuse(name, "no Parquet file, although it is named so");
  if (*format == TableFormat::kJsonl) {
    return std::make_unique<JsonTable>(name, std::move(wanted), std::move(lines), std::move(line));
  }
  const bool is_harmless = named && named->table == TableFormat::kCsv && !named->is_exact;
  auto rows = *format == TableFormat::kTsv
                  ? make_tsv_rows(*lines, std::move(line))
                  : make_csv_rows(*lines, name, std::move(line), is_harmless);
  return std::make_unique<CellTable>(name, wanted, std::move(lines), std::move(rows));
}

std::unique_ptr<TableReader> open_table(const std::string& path, std::vector<std::string> wanted) {
  return path == "-" ? open_table(open_stdin(), "standard input", std::move(wanted))
                     : open_table(open_file(path), path, std::move(wanted));
}

}  // namespace pagekin::table
