// The ids of templates as cells: numbers, unless one of them is a name that a model has.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/report/table_writer.h"

namespace pagekin::report {

class TemplateIds {
 public:
  TemplateIds() = default;
  explicit TemplateIds(std::vector<std::string> ids) : ids_(std::move(ids)) {
    numbers_.reserve(ids_.size());
    for (const std::string& id : ids_) numbers_.push_back(number_of(id));
    are_numbers_ =
        std::ranges::all_of(numbers_, [](const auto& number) { return number.has_value(); });
  }

  Column column() const {
    return {"template", are_numbers_ ? ColumnType::kInteger : ColumnType::kText};
  }
  // The view lives as long as the object.
  Cell cell(std::size_t number) const {
    if (are_numbers_) return {*numbers_[number]};
    return {std::string_view(ids_[number])};
  }

 private:
  static std::optional<std::int64_t> number_of(const std::string& id) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), number);
    if (error != std::errc() || std::to_string(number) != id) return {};
    return number;
  }

  std::vector<std::string> ids_;
  std::vector<std::optional<std::int64_t>> numbers_;
  bool are_numbers_ = true;
};

}  // namespace pagekin::report
