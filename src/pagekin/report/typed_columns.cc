#include "pagekin/report/typed_columns.h"

#include <algorithm>

#include <fmt/format.h>

#include "pagekin/core/text.h"

namespace pagekin::report {

ValueForms forms_in(ValueForms asked, TableFormat format) {
  if (format != TableFormat::kParquet && format != TableFormat::kJsonl) return ValueForms::kTexts;
  if (asked != ValueForms::kAuto) return asked;
  return format == TableFormat::kParquet ? ValueForms::kValues : ValueForms::kTexts;
}

TypedColumn::TypedColumn(ValueForms forms, std::span<const std::string> examples)
    : has_text_(forms == ValueForms::kBoth) {
  if (forms == ValueForms::kValues || forms == ValueForms::kBoth) form_ = table::form_of(examples);
}

ColumnType TypedColumn::type() const {
  switch (form_.kind) {
    case table::TextForm::Kind::kNumber:
      return ColumnType::kNumber;
    case table::TextForm::Kind::kDate:
      return ColumnType::kDate;
    case table::TextForm::Kind::kBoolean:
      return ColumnType::kBoolean;
    case table::TextForm::Kind::kText:
      break;
  }
  return ColumnType::kText;
}

bool TypedColumn::fits(std::string_view text) const {
  return !has_values() || table::value_of(form_, text).has_value();
}

Cell TypedColumn::cell(std::string_view text) {
  if (!has_values()) return text;
  const std::optional<table::TextValue> value = table::value_of(form_, text);
  if (!value) {
    ++misfits_;
    return {};
  }
  switch (form_.kind) {
    case table::TextForm::Kind::kNumber:
      return value->number;
    case table::TextForm::Kind::kDate:
      return value->days;
    case table::TextForm::Kind::kBoolean:
      return value->is_true;
    case table::TextForm::Kind::kText:
      break;
  }
  return text;
}

void TypedColumn::write(JsonWriter& json, std::string_view text) {
  const std::optional<table::TextValue> value =
      has_values() ? table::value_of(form_, text) : std::nullopt;
  if (!value) {
    json.value(text);
    return;
  }
  switch (form_.kind) {
    case table::TextForm::Kind::kNumber:
      json.shortest(value->number);
      return;
    case table::TextForm::Kind::kDate:
      json.value(table::to_date_text(value->days));
      return;
    case table::TextForm::Kind::kBoolean:
      json.value(value->is_true);
      return;
    case table::TextForm::Kind::kText:
      json.value(text);
  }
}

std::string name_of_text(std::string_view column, const std::vector<std::string>& taken) {
  std::string name = std::string(column) + "_text";
  while (std::ranges::find(taken, name) != taken.end()) name += "_";
  return name;
}

std::string describe_misfits(const std::map<std::string, std::uint64_t>& misfits) {
  constexpr std::size_t most_shown = 5;
  std::uint64_t all = 0;
  std::string names;
  std::size_t shown = 0;
  for (const auto& [column, count] : misfits) {
    if (count == 0) continue;
    all += count;
    if (++shown > most_shown) continue;
    names +=
        fmt::format("{}{} ({})", names.empty() ? "" : ", ", printable(column), with_commas(count));
  }
  if (all == 0) return {};
  if (shown > most_shown) names += fmt::format(" and {} more columns", shown - most_shown);
  return fmt::format(
      "types     {} not of the type of {} column, and left empty: {}; --types both keeps the "
      "texts, too\n",
      all == 1 ? "1 value is" : with_commas(all) + " values are", all == 1 ? "its" : "their",
      names);
}

}  // namespace pagekin::report
