// A table with aligned columns for a terminal. Columns that are not needed give way where it is
// narrow.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace pagekin::report {

class TextTable {
 public:
  enum class Align { kLeft, kRight };

  // Columns with a higher `rank` are left out first where the table is too wide; those with rank
  // 0 never.
  void add(std::string heading, Align align, int rank = 0);

  // Cells after the last column may have any length.
  void row(std::vector<std::string> cells);

  // The heading and the rows in at most `width` columns if possible; 0: any width. A last line
  // names the columns that were left out.
  std::string text(std::size_t width = 0) const;

 private:
  struct Column {
    std::string heading;
    Align align = Align::kLeft;
    int rank = 0;
    std::size_t width = 0;
  };

  std::vector<bool> shown_within(std::size_t width) const;
  void append_line(const std::vector<std::string>& cells, const std::vector<bool>& is_shown,
                   std::string& text) const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace pagekin::report
