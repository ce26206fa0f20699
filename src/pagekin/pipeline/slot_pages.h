// What use cases that read slots have in common.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pagekin/dom/build.h"

namespace pagekin::pipeline {

// The tree that slots are read from.
constexpr dom::BuildOptions kSlotTree{.all_attributes = true, .text = true, .blank_text = true};

// The id before a number was added to make it unique: "a#2" was "a".
inline std::string_view without_number(std::string_view id) {
  const std::size_t mark = id.rfind('#');
  if (mark == std::string_view::npos || mark + 1 == id.size()) return id;
  const std::string_view number = id.substr(mark + 1);
  return number.find_first_not_of("0123456789") == std::string_view::npos ? id.substr(0, mark) : id;
}

}  // namespace pagekin::pipeline
