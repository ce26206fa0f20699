// Arrays of NumPy that own the values of a vector.
#pragma once

#include <utility>
#include <vector>

#include <nanobind/ndarray.h>

namespace pagekin_python {

namespace nb = nanobind;

template <class Number>
using Array = nb::ndarray<nb::numpy, Number, nb::ndim<1>>;

template <class Number>
Array<Number> array_of(std::vector<Number> values) {
  auto* const held = new std::vector<Number>(std::move(values));
  const nb::capsule owner(held,
                          [](void* p) noexcept { delete static_cast<std::vector<Number>*>(p); });
  return Array<Number>(held->data(), {held->size()}, owner);
}

}  // namespace pagekin_python
