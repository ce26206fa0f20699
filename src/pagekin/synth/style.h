// How one site writes markup: class names, quotes, case, which end tags it omits.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "pagekin/core/random.h"

namespace pagekin::synth {

// How a role such as "card-title" becomes a class name.
enum class Naming : std::uint8_t {
  kKebab,    // card-title
  kBem,      // card__title
  kCamel,    // cardTitle
  kHashed,   // card-title_k3x9qa, as CSS modules
  kUtility,  // p-4 text-sm font-bold
  kSparse,   // few classes, presentational attributes instead
};

struct Style {
  Naming naming = Naming::kKebab;
  char quote = '"';         // or '\'', or 0: none where the value allows it
  bool upper_case = false;  // <TABLE CLASS=...>
  bool xhtml = false;       // <br />
  bool omit_end = false;    // no </p>, </li>
  std::string prefix;       // before every class name; empty for most sites
  std::uint64_t salt = 0;   // makes the class names of sites differ

  // Empty for a role that this style gives no class.
  std::string class_name(std::string_view role) const;

  // The quote for values that are filled in page by page; never none.
  char safe_quote() const { return quote == 0 ? '"' : quote; }

  // A leading space, the name, the value.
  std::string attribute(std::string_view name, std::string_view value) const;

  // `<tag`, the class of the role if any, `attributes` as they stand; no '>'.
  std::string start(std::string_view tag, std::string_view role,
                    std::string_view attributes = {}) const;
  // What ends the start tag of a void element.
  std::string_view void_end() const { return xhtml ? " />" : ">"; }
  std::string end_tag(std::string_view tag) const;
};

Style make_style(Random random);

}  // namespace pagekin::synth
