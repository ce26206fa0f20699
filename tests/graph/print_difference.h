// Two similarities of a pair that differ, as failed tests show them.
#pragma once

#include <ostream>

#include "pagekin/graph/threshold_join.h"

namespace pagekin::graph {

// NOLINTNEXTLINE(readability-identifier-naming): the name that the test library looks for
inline void PrintTo(const PairDifference& pair, std::ostream* out) {
  *out << pair.a << " and " << pair.b << ": " << pair.first << " and " << pair.second;
}

}  // namespace pagekin::graph
