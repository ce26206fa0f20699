// How many rounds a test with random input runs: a quarter of them, unless PAGEKIN_ALL_ROUNDS is in
// the environment. Rounds have seeds of their own or one stream of random numbers, so the few are
// the first of all.
#pragma once

#include <cstdlib>

namespace pagekin::test {

inline bool all_rounds() { return std::getenv("PAGEKIN_ALL_ROUNDS") != nullptr; }

template <typename Count>
Count rounds(Count all) {
  return all_rounds() ? all : static_cast<Count>(all / 4);
}

}  // namespace pagekin::test
