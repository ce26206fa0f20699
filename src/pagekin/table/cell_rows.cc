#include "pagekin/table/cell_rows.h"

#include <algorithm>
#include <utility>

#include "pagekin/core/text.h"
#include "pagekin/table/harmless_csv.h"
#include "pagekin/table/read_table.h"

namespace pagekin::table {
namespace {

class TsvRows final : public CellRows {
 public:
  using CellRows::CellRows;

 private:
  void split(std::vector<std::string>& cells) override {
    std::string_view line = line_;
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::string text = to_valid_utf8(line);
    std::string_view rest = text;
    for (;;) {
      const std::size_t tab = rest.find('\t');
      cells.push_back(unescape_tsv(rest.substr(0, tab)));
      if (tab == std::string_view::npos) return;
      rest.remove_prefix(tab + 1);
    }
  }
};

class CsvRows final : public CellRows {
 public:
  CsvRows(TextLines& lines, std::string name, std::string&& first_line, bool is_harmless)
      : CellRows(lines, std::move(first_line)), name_(std::move(name)), is_harmless_(is_harmless) {
    const bool has_comma = line_.find(',') != std::string::npos;
    separator_ = !has_comma && line_.find(';') != std::string::npos ? ';' : ',';
  }

 private:
  void split(std::vector<std::string>& cells) override {
    at_ = 0;
    row_bytes_ = 0;
    for (;;) {
      const bool is_quoted = at_ < line_.size() && line_[at_] == '"';
      const std::string cell = is_quoted ? quoted() : bare();
      cells.push_back(to_valid_utf8(is_harmless_ ? as_it_was(cell) : cell));
      if (at_ == end()) return;
      if (line_[at_] != separator_) {
        throw_at_line(name_, lines_->number(),
                      "expected a comma or the end of the line after a closing quote");
      }
      ++at_;
    }
  }

  // Where the current line ends, without its CR.
  std::size_t end() const { return line_.size() - (line_.ends_with('\r') ? 1 : 0); }

  std::string bare() {
    const std::size_t stop = std::min(line_.find(separator_, at_), end());
    std::string cell = line_.substr(at_, stop - at_);
    at_ = stop;
    return cell;
  }

  // A cell in quotes, which may go on in the next lines; two quotes stand for one.
  std::string quoted() {
    const std::size_t opened = lines_->number();
    std::string cell;
    ++at_;
    for (;;) {
      const std::size_t quote = line_.find('"', at_);
      if (quote == std::string::npos) {
        cell.append(line_, at_);
        cell += '\n';
        row_bytes_ += line_.size() + 1;
        if (row_bytes_ > kMaxRowBytes) {
          throw_at_line(name_, opened,
                        "a quote is not closed within " + with_commas(kMaxRowBytes) + " bytes");
        }
        if (!next_line()) throw_at_line(name_, opened, "a quote is never closed");
        at_ = 0;
        continue;
      }
      cell.append(line_, at_, quote - at_);
      at_ = quote + 1;
      if (at_ == line_.size() || line_[at_] != '"') return cell;
      cell += '"';
      ++at_;
    }
  }

  std::string name_;
  char separator_ = ',';
  bool is_harmless_;
  std::size_t at_ = 0;
  std::size_t row_bytes_ = 0;
};

}  // namespace

bool CellRows::next(std::vector<std::string>& cells, std::size_t& line) {
  cells.clear();
  do {
    if (!next_line()) return false;
  } while (line_.empty() || line_ == "\r");
  line = lines_->number();
  split(cells);
  return true;
}

bool CellRows::next_line() { return std::exchange(has_line_, false) || lines_->next(line_); }

std::unique_ptr<CellRows> make_tsv_rows(TextLines& lines, std::string&& first_line) {
  return std::make_unique<TsvRows>(lines, std::move(first_line));
}

std::unique_ptr<CellRows> make_csv_rows(TextLines& lines, const std::string& name,
                                        std::string&& first_line, bool is_harmless) {
  return std::make_unique<CsvRows>(lines, name, std::move(first_line), is_harmless);
}

}  // namespace pagekin::table
