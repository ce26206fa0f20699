// The options of use cases as data: what a program, a binding or a document must know of them.
//
// An option is a field of an options struct, with its type and default, and an entry in the table
// beside that struct. The flags, help, manual pages and completions of the program, the signatures
// of the Python functions and the tables in the documents are made from these tables.
#pragma once

#include <cstdint>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "pagekin/export.h"

namespace pagekin {

// How the program takes an option that is a list.
enum class ListForm : std::uint8_t {
  kRepeated,  // each use of the flag has one value
  kWords,     // a use of the flag may have several values
  kCommas,    // one value, with commas in it
};

struct OptionText {
  std::string_view name;        // of the field
  std::string_view help;        // `name` is another option of the same use case
  std::string_view group = {};  // the heading under which help shows it; empty: none of its own
  std::string_view value = {};  // what stands for the value: "FILE"; empty: by its type
  double min = 0;               // smallest and largest value; both 0: any
  double max = 0;
  std::string_view flag = {};      // of the program, without dashes; empty: the name
  std::string_view choices = {};   // of a text the words that it may be, "a|b"; empty: any
  std::string_view excludes = {};  // the option that cannot be given with this one
  bool is_required = false;
  ListForm list = ListForm::kRepeated;

  constexpr bool has_range() const { return min != 0 || max != 0; }
};

template <class Owner, class Value>
struct OptionEntry {
  Value Owner::*field;
  OptionText text;
};

template <class Owner, class Value>
constexpr OptionEntry<Owner, Value> option(Value Owner::*field, OptionText text) {
  return {field, text};
}

// A flag that is true by default: the program has a flag "no-NAME" that turns it off, and its help
// says "do not" before the help of the option.

// Specialised beside each options struct: `all` is a std::tuple of entries.
template <class Owner>
struct OptionsOf;

// Calls use(text, field) for each option, in order.
template <class Owner, class Use>
constexpr void for_each_option(const Use& use) {
  std::apply([&](const auto&... entry) { (use(entry.text, entry.field), ...); },
             OptionsOf<Owner>::all);
}

// The entry of an option, which must exist.
template <class Owner>
constexpr OptionText option_text(std::string_view name) {
  OptionText found;
  for_each_option<Owner>([&](const OptionText& text, auto) {
    if (text.name == name) found = text;
  });
  return found;
}

// Throws OptionError, naming the option, its range and the value, for a number that is not finite
// or not in the range.
PAGEKIN_API void check_number(const OptionText& text, double value);

// The same for a value of any type. The default of an option may be outside its range: it means
// that the option is not given.
template <class Value>
void check_option(const OptionText& text, const Value& value, const Value& default_value) {
  if constexpr (std::is_arithmetic_v<Value> && !std::is_same_v<Value, bool>) {
    if (value != default_value) check_number(text, static_cast<double>(value));
  } else if constexpr (requires { check_number(text, static_cast<double>(value.value())); }) {
    if (value) check_number(text, static_cast<double>(*value));
  }
}

// Throws OptionError for the first option of a use case that is out of its range. All functions
// that take such options call it. Only for structs with a table of their own: a struct derived from
// one of them is checked as its base.
template <class Options>
requires requires { OptionsOf<Options>::all; }
void check_options(const Options& options) {
  const Options defaults{};
  for_each_option<Options>([&](const OptionText& text, auto field) {
    check_option(text, options.*field, defaults.*field);
  });
}

}  // namespace pagekin
