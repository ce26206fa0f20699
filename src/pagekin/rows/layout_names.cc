#include "pagekin/rows/layout_names.h"

#include <algorithm>
#include <array>

namespace pagekin::rows {
namespace {

constexpr std::array<std::string_view, 48> kLayoutWords = {
    "align",     "bg",      "block", "border", "btn",  "col",    "column", "columns",
    "container", "content", "d",     "fa",     "flex", "float",  "font",   "gap",
    "grid",      "h",       "hover", "icon",   "img",  "inline", "inner",  "items",
    "justify",   "large",   "lazy",  "lg",     "m",    "mb",     "md",     "medium",
    "ml",        "mr",      "mt",    "p",      "pull", "px",     "py",     "rounded",
    "row",       "sm",      "small", "span",   "text", "w",      "wrap",   "wrapper"};

}  // namespace

bool is_layout_name(std::string_view name) {
  if (name == "text" || name == "content") return false;
  const std::string_view word = name.substr(0, name.find_first_of("-:_#"));
  return word.empty() || std::ranges::find(kLayoutWords, word) != kLayoutWords.end();
}

}  // namespace pagekin::rows
