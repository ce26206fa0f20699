#include "cli/options.h"

#include <algorithm>
#include <type_traits>

#include <fmt/format.h>

namespace pagekin::cli {

std::vector<std::string> Option::all_names() const {
  std::vector<std::string> all;
  for (std::size_t begin = 0; begin < names.size();) {
    const std::size_t end = std::min(names.find(',', begin), names.size());
    all.push_back(names.substr(begin, end - begin));
    begin = end + 1;
  }
  std::stable_partition(all.begin(), all.end(),
                        [](const std::string& name) { return name.starts_with("--"); });
  return all;
}

std::string Option::placeholder() const {
  return std::visit(
      []<class Value>(const Value*) -> std::string {
        if constexpr (std::is_same_v<Value, double>) return "FLOAT";
        if constexpr (std::is_same_v<Value, std::optional<int>>) return "INT";
        if constexpr (std::is_integral_v<Value>) return std::is_signed_v<Value> ? "INT" : "UINT";
        return "TEXT";
      },
      target);
}

OptionTable::Added OptionTable::add_option(Option option) {
  return Added(options_.emplace_back(std::move(option)));
}

std::function<int()> OptionTable::with_ending(std::function<int()> body) const {
  if (!ending_) return body;
  return [body = std::move(body), ending = ending_] {
    const int status = body();
    return status == 0 ? ending() : status;
  };
}

OptionTable::Added& OptionTable::Added::required(bool required) {
  option_.required = required;
  return *this;
}

OptionTable::Added& OptionTable::Added::repeated() {
  option_.repeated = true;
  return *this;
}

OptionTable::Added& OptionTable::Added::show_default() {
  option_.default_value = std::visit(
      []<class Value>(const Value* value) -> std::string {
        if constexpr (std::is_arithmetic_v<Value> || std::is_same_v<Value, std::string>) {
          return fmt::format("{}", *value);
        } else {
          return "";  // lists and values that may be absent have no default to show
        }
      },
      option_.target);
  return *this;
}

OptionTable::Added& OptionTable::Added::range(int smallest, int largest) {
  option_.range = std::pair(smallest, largest);
  return *this;
}

OptionTable::Added& OptionTable::Added::range(double smallest, double largest) {
  option_.range = std::pair(smallest, largest);
  return *this;
}

OptionTable::Added& OptionTable::Added::one_of(std::vector<std::string> choices) {
  option_.choices = std::move(choices);
  return *this;
}

OptionTable::Added& OptionTable::Added::excludes(std::string name) {
  option_.excludes = std::move(name);
  return *this;
}

}  // namespace pagekin::cli
