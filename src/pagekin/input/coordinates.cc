#include "pagekin/input/coordinates.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include <simdjson.h>

#include "pagekin/core/error.h"
#include "pagekin/core/file_window.h"
#include "pagekin/core/text.h"
#include "pagekin/input/recognise.h"
#include "pagekin/input/spooled_inputs.h"
#include "pagekin/table/column_cells.h"

namespace pagekin::input {
namespace {

constexpr std::size_t kMostRowBytes = std::size_t{1} << 20;

enum CoordinatePart : std::size_t { kUrlPart, kFilePart, kOffsetPart, kLengthPart, kPartCount };
using CoordinateParts = std::array<std::optional<std::string>, kPartCount>;

// The names that a part may have.
constexpr std::array<std::array<std::string_view, 3>, kPartCount> kPartNames = {
    {{"url", "original", "a"},
     {"filename", "warc_filename", "g"},
     {"offset", "warc_record_offset", "V"},
     {"length", "warc_record_length", "S"}}};

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

void fill(Coordinates& row, const CoordinateParts& parts) {
  row.url = parts[kUrlPart].value_or("");
  row.file = parts[kFilePart].value_or("");
  const auto offset = whole_number(parts[kOffsetPart].value_or(""));
  const auto length = whole_number(parts[kLengthPart].value_or(""));
  row.offset = offset.value_or(0);
  row.length = length.value_or(0);
  row.fault.clear();
  if (row.file.empty() || row.file == "-") {
    row.fault = "the row has no file name";
  } else if (!offset || !length || *length == 0) {
    row.fault = "the row has no offset or no length that is a whole number";
  }
}

// The cells of a line. Quotes as in RFC 4180 where commas are between them.
std::vector<std::string> cells_of(std::string_view line, char separator) {
  std::vector<std::string> cells(1);
  bool is_quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (separator == ',' && c == '"') {
      if (is_quoted && i + 1 < line.size() && line[i + 1] == '"') {
        cells.back() += '"';
        ++i;
      } else {
        is_quoted = !is_quoted;
      }
    } else if (c == separator && !is_quoted) {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  return cells;
}

class TextCoordinates final : public CoordinateReader {
 public:
  TextCoordinates(std::unique_ptr<ByteSource> file, const std::string& path)
      : file_(std::move(file)) {
    char start[16];
    const auto format = compression_of({start, read_fully(*file_, 0, start)}, path);
    if (format) inflated_ = std::make_unique<InflatedSource>(*file_, *format);
    window_.emplace(inflated_ ? static_cast<ByteSource&>(*inflated_) : *file_);
    const std::string first(first_row());
    if (first.starts_with('{') || first.find(" {") != std::string::npos) return;
    if (trim(first).starts_with("CDX ")) {
      separator_ = ' ';
      take_header(cells_of(trim(first).substr(4), ' '));
    } else {
      separator_ = first.find('\t') != std::string::npos ? '\t' : ',';
      take_header(cells_of(first, separator_));
    }
    next_line();
  }

  bool next(Coordinates& row) override {
    for (;;) {
      const std::optional<std::string_view> line = next_line();
      if (!line) {
        check_end();
        return false;
      }
      if (trim(*line).empty()) continue;
      row.place = line_;
      CoordinateParts parts;
      if (separator_ != '\0') {
        const std::vector<std::string> cells = cells_of(*line, separator_);
        for (std::size_t i = 0; i < parts.size(); ++i) {
          if (columns_[i] < cells.size()) parts[i] = cells[columns_[i]];
        }
        fill(row, parts);
      } else if (!take_json(*line, parts)) {
        row = {.url = {}, .file = {}, .place = line_, .fault = "the line has no JSON object"};
      } else {
        fill(row, parts);
      }
      return true;
    }
  }

 private:
  // The next line without its end; nothing at the end of the file. Valid until the next call.
  std::optional<std::string_view> next_line() {
    std::string_view bytes = window_->at(at_, std::size_t{1} << 12);
    if (bytes.empty()) return std::nullopt;
    std::size_t end = bytes.find('\n');
    while (end == std::string_view::npos && !window_->at_end()) {
      if (bytes.size() > kMostRowBytes) throw InputError("a row has more than a million bytes");
      const std::size_t searched = bytes.size();
      bytes = window_->at(at_, 2 * searched);
      end = bytes.find('\n', searched);
    }
    ++line_;
    const std::string_view line = bytes.substr(0, end);
    at_ += line.size() + (end == std::string_view::npos ? 0 : 1);
    return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
  }

  // The first line, which stays to be read.
  std::string first_row() {
    const auto line = next_line();
    std::string kept(line.value_or(""));
    at_ = 0;
    line_ = 0;
    // A stream can only be read forward; the window still has its start.
    return kept;
  }

  void take_header(const std::vector<std::string>& names) {
    for (std::size_t part = 0; part < kPartCount; ++part) {
      const auto& known = kPartNames[part];
      const auto named = std::ranges::find_if(names, [&](const std::string& name) {
        return std::ranges::find(known, std::string_view(trim(name))) != known.end();
      });
      columns_[part] = static_cast<std::size_t>(named - names.begin());
      if (named == names.end() && part != kUrlPart) {
        throw InputError(
            "expected columns filename, offset and length in the first line, found no '" +
            std::string(known.front()) + "'");
      }
    }
  }

  bool take_json(std::string_view line, CoordinateParts& parts) {
    const std::size_t begin = line.starts_with('{') ? 0 : line.find(" {");
    if (begin == std::string_view::npos) return false;
    json_ = line.substr(begin);
    simdjson::dom::element object;
    if (parser_.parse(json_.data(), json_.size()).get(object) != simdjson::SUCCESS) return false;
    for (std::size_t part = 0; part < kPartCount; ++part) {
      for (const std::string_view name : kPartNames[part]) {
        std::string_view text;
        std::uint64_t number = 0;
        const auto value = object[name];
        if (value.get_string().get(text) == simdjson::SUCCESS) {
          parts[part] = std::string(text);
        } else if (value.get_uint64().get(number) == simdjson::SUCCESS) {
          parts[part] = std::to_string(number);
        }
        if (parts[part]) break;
      }
    }
    return true;
  }

  void check_end() const {
    if (!inflated_) return;
    if (inflated_->status() == codec::Status::kDamaged || inflated_->has_rest()) {
      throw InputError("the compressed table is damaged");
    }
    if (inflated_->status() == codec::Status::kTruncated) {
      throw InputError("the compressed table ends early");
    }
  }

  std::unique_ptr<ByteSource> file_;
  std::unique_ptr<InflatedSource> inflated_;
  std::optional<FileWindow> window_;
  simdjson::dom::parser parser_;
  std::string json_;
  std::uint64_t at_ = 0;
  std::uint64_t line_ = 0;
  char separator_ = '\0';  // of JSON none
  std::array<std::size_t, kPartCount> columns_{};
};

class ColumnCoordinates final : public CoordinateReader {
 public:
  explicit ColumnCoordinates(std::unique_ptr<ByteSource> file) : file_(std::move(file)) {
    char start[8];
    const std::string_view first(start, read_fully(*file_, 0, start));
    std::vector<std::string> wanted;
    for (const auto& names : kPartNames) {
      for (const std::string_view name : names) {
        if (name.size() > 1) wanted.emplace_back(name);
      }
    }
    cells_ = table::is_parquet(first) ? table::open_parquet_columns(*file_, wanted)
                                      : table::open_arrow_columns(*file_, wanted);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (!cells_->has(i)) continue;
      const std::size_t part = i / 2;
      if (!used_[part]) used_[part] = i;
    }
    if (!used_[kFilePart] || !used_[kOffsetPart] || !used_[kLengthPart]) {
      throw InputError(
          "expected columns filename, offset and length, or warc_filename, warc_record_offset and "
          "warc_record_length");
    }
  }

  bool next(Coordinates& row) override {
    if (lost_rows_ == 0) {
      if (is_done_) return false;
      try {
        if (!cells_->next(cells_of_row_)) return false;
      } catch (const InputError& error) {
        const table::ColumnCells::Passed passed = cells_->pass_damage();
        lost_rows_ = std::max<std::uint64_t>(passed.rows, 1);
        is_done_ = !passed.can_continue;
        damage_ = error.what();
      }
    }
    if (lost_rows_ > 0) {
      --lost_rows_;
      row = {.url = {}, .file = {}, .place = ++number_, .fault = damage_};
      return true;
    }
    CoordinateParts parts;
    for (std::size_t part = 0; part < kPartCount; ++part) {
      if (!used_[part]) continue;
      const table::Cell& cell = cells_of_row_[*used_[part]];
      if (const auto* const text = std::get_if<std::string_view>(&cell.value())) {
        parts[part] = std::string(*text);
      } else if (const auto* const number = std::get_if<std::int64_t>(&cell.value())) {
        parts[part] = std::to_string(*number);
      }
    }
    row.place = ++number_;
    fill(row, parts);
    return true;
  }

 private:
  std::unique_ptr<ByteSource> file_;
  std::unique_ptr<table::ColumnCells> cells_;
  std::array<std::optional<std::size_t>, kPartCount> used_;  // the column of each part
  std::vector<table::Cell> cells_of_row_;
  std::uint64_t number_ = 0;
  std::uint64_t lost_rows_ = 0;  // by damage, not handed out yet
  std::string damage_;
  bool is_done_ = false;
};

}  // namespace

std::unique_ptr<CoordinateReader> read_coordinates(std::unique_ptr<ByteSource> file,
                                                   const std::string& path) {
  file = rereadable(std::move(file));
  char start[8];
  const std::string_view first(start, read_fully(*file, 0, start));
  if (table::is_parquet(first) || table::is_arrow(first)) {
    return std::make_unique<ColumnCoordinates>(seekable(std::move(file), path));
  }
  return std::make_unique<TextCoordinates>(std::move(file), path);
}

}  // namespace pagekin::input
