// What use cases that read slots have in common.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pagekin/dom/build.h"

namespace pagekin::extraction {

// The tree that slots are read from.
constexpr dom::BuildOptions kSlotTree{.all_attributes = true, .text = true, .blank_text = true};

}  // namespace pagekin::extraction
