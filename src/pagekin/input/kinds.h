// A description of the kinds of input, for users.
#pragma once

#include <span>
#include <string_view>

namespace pagekin::input {

struct InputInfo {
  std::string_view name;
  std::string_view summary;
  std::string_view page_id;
};

std::span<const InputInfo> inputs();

}  // namespace pagekin::input
