// A task run in a process of its own: processor time, and memory at the most.
//
// Every task begins with nothing kept from the one before, and whatever becomes of it the
// others go on. Memory is what operator new gave out and had not got back, all tables and
// prepared trees; the first run is watched, later ones are timed.
#pragma once

#include <cstdint>
#include <optional>

#include "ted/contestants.h"

namespace pagekin::bench {

struct Measured {
  Outcome outcome;
  double seconds = 0;        // the fastest of the runs
  double first_seconds = 0;  // of the first, with its memory still to be got
  std::uint64_t peak_bytes = 0;
};

// Runs it `rounds` times, fewer where it takes long. Nothing where it failed, or all this
// took more than `seconds` of processor time.
std::optional<Measured> measure_task(const Contestant& contestant, const TreePair& pair, int rounds,
                                     unsigned seconds);

}  // namespace pagekin::bench
