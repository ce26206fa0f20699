// Writes JSON piece by piece, in a layout that the caller chooses.
//
// The writer puts commas, colons and quotes; the caller says where lines break: on_line(2)
// puts the next value or closing bracket on a line of its own, indented by two spaces.
//
//   JsonWriter json;
//   json.begin_object();
//   json.on_line(2).member("pages", 12);
//   json.on_line(2).key("scores").begin_array().decimal(0.5).decimal(1).end_array();
//   json.on_line(0).end_object();
//
//   {
//     "pages": 12,
//     "scores": [0.500000, 1.000000]
//   }
//
// Texts may be any bytes; ill-formed UTF-8 is written as U+FFFD. Memory: about 64 KB where
// there is a sink, else the whole text.
#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace pagekin::report {

class JsonWriter {
 public:
  using Sink = std::function<void(std::string_view)>;

  // Without a sink, finish() returns the whole text.
  explicit JsonWriter(Sink sink = nullptr) : sink_(std::move(sink)) {}

  JsonWriter& on_line(std::size_t indent);

  JsonWriter& begin_object() { return open('{'); }
  JsonWriter& end_object() { return close('}'); }
  JsonWriter& begin_array() { return open('['); }
  JsonWriter& end_array() { return close(']'); }
  JsonWriter& key(std::string_view name);

  JsonWriter& value(std::string_view text);
  JsonWriter& value(const std::string& text) { return value(std::string_view(text)); }
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  template <std::integral Number>
  JsonWriter& value(Number number) {
    if constexpr (std::same_as<Number, bool>) {
      return raw(number ? "true" : "false");
    } else {
      return raw(std::to_string(number));
    }
  }
  JsonWriter& decimal(double number, int decimals = 6);  // null unless it is finite
  JsonWriter& shortest(double number);  // as few digits as read back as this number
  JsonWriter& shortest(float number);
  JsonWriter& null() { return raw("null"); }
  JsonWriter& value_or_null(std::string_view text) { return text.empty() ? null() : value(text); }
  // A list of texts, or of numbers.
  template <class List>
  JsonWriter& values(const List& list) {
    begin_array();
    for (const auto& one : list) value(one);
    return end_array();
  }

  template <class Value>
  JsonWriter& member(std::string_view name, const Value& what) {
    return key(name).value(what);
  }
  JsonWriter& member_decimal(std::string_view name, double number, int decimals = 6) {
    return key(name).decimal(number, decimals);
  }

  // Ends a line of JSON lines: the next value stands on its own.
  JsonWriter& end_line();

  // Ends the last line and hands over what is left: to the sink, or as the result where there
  // is not a sink. Call it once, at the end.
  std::string finish();

 private:
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  JsonWriter& raw(std::string_view text);
  void separate();
  void break_line();

  Sink sink_;
  std::string text_;
  std::vector<bool> has_items_;  // for each open bracket
  bool after_key_ = false;
  bool breaks_line_ = false;
  bool is_line_open_ = false;
  std::size_t indent_ = 0;
};

}  // namespace pagekin::report
