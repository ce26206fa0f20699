#include "pagekin/core/params.h"

#include <charconv>
#include <system_error>

#include "pagekin/core/suggest.h"

namespace pagekin {

Spec parse_spec(std::string_view text) {
  Spec spec;
  const auto colon = text.find(':');
  spec.name = text.substr(0, colon);
  if (colon == std::string_view::npos) return spec;

  std::string_view rest = text.substr(colon + 1);
  std::string* value = nullptr;  // of the option last named
  while (!rest.empty()) {
    const auto comma = rest.find(',');
    const std::string_view item = rest.substr(0, comma);
    const auto equals = item.find('=');
    if (equals != std::string_view::npos) {
      const auto [entry, is_new] =
          spec.params.emplace(item.substr(0, equals), item.substr(equals + 1));
      if (!is_new)
        throw OptionError(
            "option '" + entry->first + "' is given twice in '" + std::string(text) + "'",
            entry->first);
      value = &entry->second;
    } else if (value != nullptr) {
      *value += ',';
      *value += item;
    } else {
      throw OptionError("expected option=value after '" + spec.name + ":', got '" +
                        std::string(item) + "'");
    }
    rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
  }
  return spec;
}

namespace {

template <class T>
std::string number_text(T value) {
  char buffer[32];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, result.ptr};
}

template <class T>
void parse_in_range(std::string_view name, std::string_view text, T min, T max, T& out) {
  T value{};
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = failure == std::errc{} && end == text.data() + text.size();
  if (!is_number || !(value >= min && value <= max)) {  // the negation also rejects NaN
    throw OptionError("option '" + std::string(name) + "' takes a number from " + number_text(min) +
                          " to " + number_text(max) + ", got '" + std::string(text) + "'",
                      std::string(name));
  }
  out = value;
}

}  // namespace

void parse_number(std::string_view name, std::string_view text, int min, int max, int& out) {
  parse_in_range(name, text, min, max, out);
}
void parse_number(std::string_view name, std::string_view text, double min, double max,
                  double& out) {
  parse_in_range(name, text, min, max, out);
}

std::string parse_word(std::string_view name, std::string_view text, std::string_view choices) {
  std::vector<std::string_view> words;
  std::string_view rest = choices;
  while (!rest.empty()) {
    const auto bar = rest.find('|');
    words.push_back(rest.substr(0, bar));
    if (words.back() == text || (words.back() == "..." && !text.empty())) return std::string(text);
    rest = bar == std::string_view::npos ? std::string_view{} : rest.substr(bar + 1);
  }
  const std::string meant = did_you_mean(text, words);
  throw OptionError("option '" + std::string(name) + "' takes one of " + std::string(choices) +
                        ", got '" + std::string(text) + "'" + (meant.empty() ? "" : "; ") + meant,
                    std::string(name));
}

bool parse_flag(std::string_view name, std::string_view text) {
  return parse_word(name, text, "true|false") == "true";
}

std::string to_text(int value) { return number_text(value); }
std::string to_text(double value) { return number_text(value); }

void throw_unknown_option(std::string_view name, const std::vector<ParamDoc>& choices) {
  const std::string message = "unknown option '" + std::string(name) + "'";
  if (choices.empty()) throw OptionError(message + "; there are none", std::string(name));
  std::vector<std::string_view> names;
  names.reserve(choices.size());
  for (const ParamDoc& choice : choices) names.push_back(choice.name);
  throw OptionError(message + choices_for(name, names), std::string(name));
}

}  // namespace pagekin
