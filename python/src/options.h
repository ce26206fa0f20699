// The options of a use case from a dict of Python, by the table of the library (pagekin/options.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "pagekin/cluster.h"
#include "pagekin/error.h"
#include "pagekin/options.h"

namespace pagekin_python {

namespace nb = nanobind;

[[noreturn]] inline void refuse_value(const pagekin::OptionText& text, const std::string& expected,
                                      nb::handle value) {
  throw pagekin::OptionError("option `" + std::string(text.name) + "` takes " + expected +
                                 ", got " + nb::repr(value).c_str(),
                             std::string(text.name));
}

template <class Value>
struct WithoutOptional {
  using Type = Value;
};
template <class Value>
struct WithoutOptional<std::optional<Value>> {
  using Type = Value;
};

template <class Given>
std::string expected_for() {
  using Value = typename WithoutOptional<Given>::Type;
  if constexpr (std::is_same_v<Value, bool>) {
    return "True or False";
  } else if constexpr (std::is_unsigned_v<Value>) {
    return "a whole number, 0 or more";
  } else if constexpr (std::is_integral_v<Value>) {
    return "a whole number";
  } else if constexpr (std::is_floating_point_v<Value>) {
    return "a number";
  } else if constexpr (std::is_same_v<Value, std::string>) {
    return "a text";
  } else if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
    return "texts";
  } else {
    return "another kind of value";
  }
}

inline pagekin::Hint hint_of(nb::handle given) {
  pagekin::Hint hint;
  for (const auto& [key, value] : nb::cast<nb::dict>(given)) {
    const auto name = nb::cast<std::string>(key);
    const auto text = nb::cast<std::string>(value);
    if (name == "page") hint.page = text;
    if (name == "template") hint.template_name = text;
    if (name == "same_as") hint.same_as = text;
    if (name == "different_from") hint.different_from = text;
  }
  return hint;
}

template <class Value>
void set_option(Value& target, const pagekin::OptionText& text, nb::handle value) {
  if constexpr (std::is_same_v<Value, std::vector<pagekin::Hint>>) {
    for (const nb::handle hint : nb::cast<nb::sequence>(value)) target.push_back(hint_of(hint));
  } else if constexpr (pagekin::HasWords<Value>) {
    std::string word;
    const auto known =
        nb::try_cast<std::string>(value, word) ? pagekin::parse<Value>(word) : std::nullopt;
    std::string words;
    for (const std::string_view accepted : pagekin::Words<Value>::all) {
      words += (words.empty() ? "" : " or ") + std::string(accepted);
    }
    if (!known) refuse_value(text, words, value);
    target = *known;
  } else {
    const Value before = target;
    // A truth value is not a number, although Python counts it as one.
    using Kind = typename WithoutOptional<Value>::Type;
    constexpr bool is_number = std::is_arithmetic_v<Kind> && !std::is_same_v<Kind, bool>;
    if ((is_number && PyBool_Check(value.ptr()) != 0) || !nb::try_cast<Value>(value, target)) {
      refuse_value(text, expected_for<Value>(), value);
    }
    pagekin::check_option(text, target, before);
  }
}

template <class Options>
Options options_from(const nb::dict& given) {
  Options options;
  std::size_t known = 0;
  pagekin::for_each_option<Options>([&](const pagekin::OptionText& text, auto field) {
    const nb::str name(text.name.data(), text.name.size());
    if (!given.contains(name)) return;
    ++known;
    set_option(options.*field, text, given[name]);
  });
  if (known != given.size()) throw nb::type_error("there is an option that the library lacks");
  return options;
}

}  // namespace pagekin_python
