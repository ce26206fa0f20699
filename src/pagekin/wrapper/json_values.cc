// The values of JSON-LD, without the order of their names.
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "pagekin/wrapper/page_slots.h"
#include "pagekin/wrapper/value_text.h"

namespace pagekin::wrapper {
namespace {

constexpr std::size_t kMaxValues = 2'000;
constexpr std::size_t kMaxLevels = 32;
constexpr std::size_t kMaxPathBytes = 200;

// Collects texts, numbers and truth values with the names that lead to them. Lists add no name.
class Collector final : public nlohmann::json_sax<nlohmann::json> {
 public:
  std::vector<JsonValue> values;

  bool null() override { return true; }
  bool boolean(bool value) override { return add(value ? "true" : "false"); }
  bool number_integer(number_integer_t value) override { return add(std::to_string(value)); }
  bool number_unsigned(number_unsigned_t value) override { return add(std::to_string(value)); }
  bool number_float(number_float_t, const string_t& text) override { return add(text); }
  bool string(string_t& text) override { return add(text); }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return open(); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    path_.resize(levels_.back());
    if (name == "@graph") return true;
    if (!path_.empty()) path_ += '.';
    path_ += name.substr(0, kMaxPathBytes);
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
    return false;
  }

 private:
  bool open() {
    levels_.push_back(path_.size());
    return levels_.size() <= kMaxLevels && path_.size() <= kMaxPathBytes * 4;
  }
  bool close() {
    path_.resize(levels_.back());
    levels_.pop_back();
    return true;
  }
  bool add(const std::string& text) {
    std::string value = to_value(text);
    if (!value.empty()) values.push_back({path_, std::move(value)});
    return values.size() < kMaxValues;
  }

  std::string path_;
  std::vector<std::size_t> levels_;  // sizes of path_
};

}  // namespace

std::vector<JsonValue> read_json_values(std::string_view text) {
  Collector collector;
  nlohmann::json::sax_parse(text, &collector, nlohmann::json::input_format_t::json, false);
  return std::move(collector.values);
}

}  // namespace pagekin::wrapper
