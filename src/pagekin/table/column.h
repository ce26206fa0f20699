// The columns of a table.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace pagekin::table {

enum class ColumnType : std::uint8_t {
  kText,
  kInteger,  // 64 bits with a sign
  kNumber,   // a double
  kBoolean,
  kTexts,  // a list of texts
  kDate,   // days since 1970-01-01, as an integer; for Parquet, whose type is DATE
};

struct Column {
  Column(const char* its_name, ColumnType its_type = ColumnType::kText)
      : name(its_name), type(its_type) {}
  Column(std::string its_name, ColumnType its_type = ColumnType::kText)
      : name(std::move(its_name)), type(its_type) {}

  std::string name;
  ColumnType type;

  friend bool operator==(const Column&, const Column&) = default;
};

}  // namespace pagekin::table
