// Options that an algorithm declares once and everybody reads.
//
// An algorithm is a class whose public fields are its options. A constexpr
// table names each field, its range and its meaning. The command line, the
// Python module and the generated documentation all read that table, so an
// option is written down in exactly one place.
//
//   int length = 25;
//   std::string linkage = "single";
//   bool clip = true;
//   static constexpr auto params = std::tuple{
//       param("length", &Self::length, 1, 255, "entries of a fingerprint"),
//       word("linkage", &Self::linkage, "single|complete|average", "which pair counts"),
//       flag("clip", &Self::clip, "cut inline markup first"),
//   };
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "pagekin/catalogue.h"
#include "pagekin/core/error.h"

namespace pagekin {

// What the user typed after the name: "snn:similar=0.9,overlap=0.8".
using ParamMap = std::map<std::string, std::string, std::less<>>;

struct Spec {
  std::string name;
  ParamMap params;
};

// Throws Error when `text` is not name[:key=value[,key=value]...]. A value may be
// a list: an item without '=' continues the value before it ("tags=div,p,length=9").
Spec parse_spec(std::string_view text);

// A number with a range.
template <class Owner, class T>
struct Param {
  std::string_view name;
  T Owner::*field;
  T min;
  T max;
  std::string_view help;
};

// One of several words, "a|b|c"; the last may be "..." for free text that the
// algorithm checks itself.
template <class Owner>
struct WordParam {
  std::string_view name;
  std::string Owner::*field;
  std::string_view choices;
  std::string_view help;
};

template <class Owner>
struct FlagParam {
  std::string_view name;
  bool Owner::*field;
  std::string_view help;
};

template <class Owner, class T>
constexpr Param<Owner, T> param(std::string_view name, T Owner::*field, std::type_identity_t<T> min,
                                std::type_identity_t<T> max, std::string_view help) {
  return {name, field, min, max, help};
}
template <class Owner>
constexpr WordParam<Owner> word(std::string_view name, std::string Owner::*field,
                                std::string_view choices, std::string_view help) {
  return {name, field, choices, help};
}
template <class Owner>
constexpr FlagParam<Owner> flag(std::string_view name, bool Owner::*field, std::string_view help) {
  return {name, field, help};
}

struct ParamDoc {
  std::string name, default_value, range, help;
  OptionKind kind = OptionKind::kWord;
};

// Text to value and back. The parsers throw Error, naming the option and what it takes.
void parse_number(std::string_view name, std::string_view text, int min, int max, int& out);
void parse_number(std::string_view name, std::string_view text, double min, double max,
                  double& out);
std::string parse_word(std::string_view name, std::string_view text, std::string_view choices);
bool parse_flag(std::string_view name, std::string_view text);
std::string to_text(int value);
std::string to_text(double value);

// How each kind of option takes a value and documents itself. The owner may be of a derived class.
template <class Owner, class T>
void assign(const Param<Owner, T>& p, std::type_identity_t<Owner>& owner, std::string_view text) {
  parse_number(p.name, text, p.min, p.max, owner.*p.field);
}
template <class Owner>
void assign(const WordParam<Owner>& p, std::type_identity_t<Owner>& owner, std::string_view text) {
  owner.*p.field = parse_word(p.name, text, p.choices);
}
template <class Owner>
void assign(const FlagParam<Owner>& p, std::type_identity_t<Owner>& owner, std::string_view text) {
  owner.*p.field = parse_flag(p.name, text);
}

template <class Owner, class T>
ParamDoc document(const Param<Owner, T>& p, const std::type_identity_t<Owner>& defaults) {
  return {std::string(p.name), to_text(defaults.*p.field), to_text(p.min) + " to " + to_text(p.max),
          std::string(p.help), std::is_integral_v<T> ? OptionKind::kInteger : OptionKind::kNumber};
}
template <class Owner>
ParamDoc document(const WordParam<Owner>& p, const std::type_identity_t<Owner>& defaults) {
  return {std::string(p.name), defaults.*p.field, std::string(p.choices), std::string(p.help)};
}
template <class Owner>
ParamDoc document(const FlagParam<Owner>& p, const std::type_identity_t<Owner>& defaults) {
  return {std::string(p.name), defaults.*p.field ? "true" : "false", "true|false",
          std::string(p.help), OptionKind::kFlag};
}

// Calls visit(param) for each option of Owner; none when it declares no table.
template <class Owner, class Visit>
void for_each_param(Visit visit) {
  if constexpr (requires { Owner::params; }) {
    std::apply([&](const auto&... p) { (visit(p), ...); }, Owner::params);
  }
}

// Error for an option that `choices` (the names there are) does not hold.
[[noreturn]] void throw_unknown_option(std::string_view name, const std::vector<ParamDoc>& choices);

template <class Algorithm>
std::vector<ParamDoc> documented() {
  std::vector<ParamDoc> docs;
  const Algorithm defaults;
  for_each_param<Algorithm>([&](const auto& p) { docs.push_back(document(p, defaults)); });
  return docs;
}

// Copies the given values into the fields they name.
// Throws Error for a name that `owner` lacks and for a value out of range.
template <class Owner>
void set_params(Owner& owner, const ParamMap& given) {
  for (const auto& [name, text] : given) {
    bool known = false;
    for_each_param<Owner>([&, &name = name, &text = text](const auto& p) {
      if (p.name != name) return;
      known = true;
      assign(p, owner, text);
    });
    if (!known) throw_unknown_option(name, documented<Owner>());
  }
}

// For the `make` entries of a registry.
template <class Interface, class Algorithm>
std::unique_ptr<Interface> configured(const ParamMap& given) {
  auto algorithm = std::make_unique<Algorithm>();
  set_params(*algorithm, given);
  return algorithm;
}

}  // namespace pagekin
