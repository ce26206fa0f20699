// The algorithms that are measured, each behind the same function.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "pagekin/dom/tag_tree.h"

namespace pagekin::bench {

struct TreePair {
  const dom::TagTree* a = nullptr;
  const dom::TagTree* b = nullptr;
  std::uint64_t distance = 0;  // for those who must know it beforehand
};

struct Outcome {
  std::uint64_t low = 0;  // the distance lies between these
  std::uint64_t high = 0;
  std::uint64_t cells = 0;  // what it says of its own work; 0: nothing
  std::uint64_t bytes = 0;
  bool exact() const { return low == high; }
};

// From the trees as they are to the distance, with all that it prepares; again each time.
using Task = std::function<Outcome()>;

struct Contestant {
  std::string_view name;
  // What is not measured: the pair in the form in which this one is given trees.
  Task (*task)(const TreePair& pair);
};

extern const Contestant kTreeDistance;
extern const Contestant kBounded;  // with the distance as its bound
extern const Contestant kApted;
extern const Contestant kRted;
extern const Contestant kZhangShasha;

// Of DatabaseGroup/tree-similarity; absent where no path to it is given.
extern const Contestant kTheirApted;
extern const Contestant kTheirTopDiff;

}  // namespace pagekin::bench
