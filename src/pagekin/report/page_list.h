// Columns of ids of templates, in lists of pages and other tables.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "pagekin/page_list.h"
#include "pagekin/report/table_writer.h"

namespace pagekin::report {

// A column of ids of templates or clusters: numbers if all of them are numbers, else texts.
class IdColumn {
 public:
  explicit IdColumn(std::string name) : name_(std::move(name)) {}

  // Call it with each id before column() and cell().
  void see(std::string_view id);

  Column column() const;
  Cell cell(std::string_view id) const;  // no value if it is empty

 private:
  std::string name_;
  bool are_numbers_ = true;
};

}  // namespace pagekin::report
