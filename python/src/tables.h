// Tables of the library as Arrow data.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>

#include "pagekin/table.h"

namespace pagekin_python {

void bind_tables(nanobind::module_& module);

// A table that Arrow consumers and Python share.
struct SharedTable {
  std::shared_ptr<const pagekin::Table> table;
};

// Columns by their names. Throws OptionError for an unknown name and for one that is there twice.
std::vector<pagekin::PageColumn> page_columns_of(const std::vector<std::string>& names);

}  // namespace pagekin_python
