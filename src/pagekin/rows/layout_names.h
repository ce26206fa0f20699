// Class names of layout and looks ("col-md-6", "text-right"), which name nothing.
#pragma once

#include <string_view>

namespace pagekin::rows {

bool is_layout_name(std::string_view name);

}  // namespace pagekin::rows
