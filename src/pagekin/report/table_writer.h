// Tables of reports, see table/table_writer.h; their cells as values of JSON documents.
#pragma once

#include "pagekin/report/json_writer.h"
#include "pagekin/table/table_writer.h"

namespace pagekin::report {

using table::Cell;
using table::Column;
using table::ColumnType;
using table::FileFormat;
using table::TableFormat;
using table::TableWriter;

// The cell as a value of a JSON document.
void write_cell(JsonWriter& json, const Cell& cell);

}  // namespace pagekin::report
