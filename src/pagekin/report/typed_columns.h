// Columns whose texts are numbers, dates, or words for true and false, written as such.
//
// A column has the form that its examples have (table/text_value.h). In Parquet its type is double,
// DATE or BOOLEAN; in JSON lines values are numbers, "2010-11-23", true and false. A text that is
// not of the form of its column stays a text in JSON; in Parquet the cell is empty, and counted.
// TSV and CSV have texts.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/file_format.h"
#include "pagekin/report/table_writer.h"
#include "pagekin/table/text_value.h"

namespace pagekin::report {

// What is asked for in a format: kTexts, kValues or kBoth.
ValueForms forms_in(ValueForms asked, TableFormat format);

// Where the values of a column go.
class TypedColumn {
 public:
  TypedColumn() = default;  // of texts
  TypedColumn(ValueForms forms, std::span<const std::string> examples);

  bool has_values() const { return form_.kind != table::TextForm::Kind::kText; }
  bool has_text() const { return has_values() && has_text_; }

  ColumnType type() const;

  // For tables; empty, and counted, if the text is not of the form. `text` stays with the caller.
  Cell cell(std::string_view text);
  // For JSON.
  void write(JsonWriter& json, std::string_view text);

  // Whether the text has a value, or is meant to be a text.
  bool fits(std::string_view text) const;
  std::uint64_t misfits() const { return misfits_; }

 private:
  table::TextForm form_;
  bool has_text_ = false;
  std::uint64_t misfits_ = 0;
};

// "price_text", or a name that none of the columns has.
std::string name_of_text(std::string_view column, const std::vector<std::string>& taken);

// "3 values are not of the type of their column, and empty: price (2), weight (1); ...\n"; empty if
// all fit.
std::string describe_misfits(const std::map<std::string, std::uint64_t>& misfits);

}  // namespace pagekin::report
