// Tables of the library as Arrow data.
#pragma once

#include <memory>

#include <nanobind/nanobind.h>

#include "pagekin/table.h"

namespace pagekin_python {

void bind_tables(nanobind::module_& module);

// A table that Arrow consumers and Python share.
struct SharedTable {
  std::shared_ptr<const pagekin::Table> table;
};

}  // namespace pagekin_python
