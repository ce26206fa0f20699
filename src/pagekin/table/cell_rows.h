// The rows of TSV or CSV as lists of cells; read_table.h says what they are.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "pagekin/table/text_lines.h"

namespace pagekin::table {

class CellRows {
 public:
  CellRows(TextLines& lines, std::string&& first_line)
      : lines_(&lines), line_(std::move(first_line)) {}
  virtual ~CellRows() = default;
  CellRows(const CellRows&) = delete;
  CellRows& operator=(const CellRows&) = delete;

  // Gets the next row that is not an empty line, and the number of its first line; false at the
  // end. Throws InputError for quotes that are not closed.
  bool next(std::vector<std::string>& cells, std::size_t& line);

 protected:
  virtual void split(std::vector<std::string>& cells) = 0;
  bool next_line();

  TextLines* lines_;
  std::string line_;  // the current one, with its CR

 private:
  bool has_line_ = true;  // the current line is not used yet
};

// `first_line` was read from the lines already.
std::unique_ptr<CellRows> make_tsv_rows(TextLines& lines, std::string&& first_line);

// Semicolons separate the cells if the first line has one and no comma. `is_harmless`: the cells
// may have got an apostrophe in front (harmless_csv.h). `name` is that of the file.
std::unique_ptr<CellRows> make_csv_rows(TextLines& lines, const std::string& name,
                                        std::string&& first_line, bool is_harmless);

}  // namespace pagekin::table
