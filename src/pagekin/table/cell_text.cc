#include "pagekin/table/cell_text.h"

#include <cstdint>
#include <variant>

#include "pagekin/core/text.h"

namespace pagekin::table {

std::string joined_by_bars(std::span<const std::string_view> texts) {
  std::string joined;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i > 0) joined += '|';
    for (const char c : escape_tsv(texts[i])) {
      if (c == '|') joined += '\\';
      joined += c;
    }
  }
  return joined;
}

std::string to_text(const Cell& cell) {
  const Cell::Value& value = cell.value();
  if (const auto* const text = std::get_if<std::string_view>(&value)) return std::string(*text);
  if (const auto* const integer = std::get_if<std::int64_t>(&value)) {
    return std::to_string(*integer);
  }
  if (const auto* const number = std::get_if<double>(&value)) return decimal(*number);
  if (const auto* const boolean = std::get_if<bool>(&value)) return *boolean ? "true" : "false";
  const auto* const texts = std::get_if<Cell::Texts>(&value);
  if (texts == nullptr) return {};
  return texts->all.empty() ? std::string(texts->none) : joined_by_bars(texts->all);
}

}  // namespace pagekin::table
