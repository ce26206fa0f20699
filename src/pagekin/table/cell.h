// One value of a row.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace pagekin::table {

// Texts and lists stay with the caller until the row is written.
class Cell {
 public:
  struct Texts {
    std::span<const std::string_view> all;
    std::string_view none;  // what TSV and CSV write for an empty list
  };
  using Value = std::variant<std::monostate, std::string_view, std::int64_t, double, bool, Texts>;

  Cell() = default;  // no value: an empty cell, in JSON null
  Cell(std::string_view text) : value_(text) {}
  Cell(const std::string& text) : value_(std::string_view(text)) {}
  Cell(const char* text) : value_(std::string_view(text)) {}
  template <std::integral Number>
  Cell(Number number) : value_(static_cast<std::int64_t>(number)) {}
  Cell(bool is_true) : value_(is_true) {}
  Cell(double number) : value_(number) {}  // texts show 6 decimals

  // Several texts. TSV and CSV join them by bars, each with the escapes of TSV and \| for a
  // bar, and write `none` for an empty list. The other formats have lists.
  Cell(std::span<const std::string_view> texts, std::string_view none = {})
      : value_(Texts{texts, none}) {}

  const Value& value() const { return value_; }

 private:
  Value value_;
};

}  // namespace pagekin::table
