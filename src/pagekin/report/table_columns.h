// Columns that users choose by name.
#pragma once

#include <algorithm>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/error.h"
#include "pagekin/core/suggest.h"
#include "pagekin/core/text.h"
#include "pagekin/table/column.h"

namespace pagekin::report {

struct ColumnInfo {
  std::string_view name;
  table::ColumnType type;
};

// Reads names with commas between them; Which numbers the columns in their order. Throws
// OptionError for an unknown name and for one that is there twice.
template <class Which>
std::vector<Which> parse_columns(std::span<const ColumnInfo> columns, std::string_view names) {
  std::vector<Which> chosen;
  for (;;) {
    const std::size_t comma = names.find(',');
    const std::string_view name = trim(names.substr(0, comma), " ");
    const auto found = std::ranges::find(columns, name, &ColumnInfo::name);
    if (found == columns.end()) {
      std::vector<std::string_view> all;
      std::ranges::transform(columns, std::back_inserter(all), &ColumnInfo::name);
      throw OptionError(option_named("columns") + ": there is no column '" + printable(name) + "'" +
                            choices_for(name, all),
                        "columns");
    }
    const auto which = static_cast<Which>(found - columns.begin());
    if (std::ranges::find(chosen, which) != chosen.end()) {
      throw OptionError(option_named("columns") + ": '" + std::string(name) + "' is there twice",
                        "columns");
    }
    chosen.push_back(which);
    if (comma == std::string_view::npos) return chosen;
    names.remove_prefix(comma + 1);
  }
}

}  // namespace pagekin::report
