// A mark with its name, see mark_names.h.
#pragma once

#include <cstdint>
#include <string>

namespace pagekin::features {

struct NamedMark {
  std::uint64_t mark = 0;
  std::string name;

  friend bool operator==(const NamedMark&, const NamedMark&) = default;
};

}  // namespace pagekin::features
