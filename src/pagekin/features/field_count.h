// How many fields a struct has, for checks that a list names all of them.
#pragma once

#include <cstddef>
#include <utility>

namespace pagekin::features {

// Converts to any type; for counting the fields of an aggregate.
struct Anything {
  template <class T>
  operator T() const;  // NOLINT: implicit on purpose
};

template <class Aggregate, std::size_t... kIndex>
constexpr bool takes(std::index_sequence<kIndex...>) {
  return requires { Aggregate{((void)kIndex, Anything{})...}; };
}

// The number of fields of an aggregate without base classes: the most values with
// which it can be initialised.
template <class Aggregate, std::size_t kCount = 0>
constexpr std::size_t field_count() {
  if constexpr (takes<Aggregate>(std::make_index_sequence<kCount + 1>())) {
    return field_count<Aggregate, kCount + 1>();
  } else {
    return kCount;
  }
}

}  // namespace pagekin::features
