#include "pagekin/report/table_writer.h"

#include <variant>

namespace pagekin::report {

void write_cell(JsonWriter& json, const Cell& cell) {
  if (const auto* const text = std::get_if<std::string_view>(&cell.value())) {
    json.value(*text);
  } else if (const auto* const integer = std::get_if<std::int64_t>(&cell.value())) {
    json.value(*integer);
  } else if (const auto* const number = std::get_if<double>(&cell.value())) {
    json.decimal(*number);
  } else if (const auto* const boolean = std::get_if<bool>(&cell.value())) {
    json.value(*boolean);
  } else if (const auto* const texts = std::get_if<Cell::Texts>(&cell.value())) {
    json.begin_array();
    for (const std::string_view entry : texts->all) json.value(entry);
    json.end_array();
  } else {
    json.null();
  }
}

}  // namespace pagekin::report
