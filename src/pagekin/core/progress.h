// How far long work has come: written by those who do it, read from any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "pagekin/run.h"

namespace pagekin {

struct Progress {
  std::string_view unit = "pages";      // what the items are
  std::string_view phase = {};          // what is done to them, for people: "reading"
  bool finds_more = false;              // work is found on the way: nobody knows how much is left
  std::atomic<std::uint64_t> total{0};  // amount of work in all; 0: not known
  std::atomic<std::uint64_t> done{0};
  std::atomic<std::uint64_t> items{0};
  std::atomic<std::uint64_t> failed{0};  // of the work, where that is known
  // Work that ends with a number of items, whatever is found: that number, and how many there are.
  std::atomic<std::uint64_t> goal{0};  // 0: none
  std::atomic<std::uint64_t> reached{0};
  // Work that is done several times, such as reading the same inputs: how often, and how many times
  // it has begun. Each begin adds to the total.
  unsigned readings = 1;
  std::atomic<unsigned> begun{0};

  // By what the total so far must be multiplied to be that of all readings.
  double readings_left() const {
    const unsigned times = begun.load();
    return times == 0 || times >= readings ? 1.0 : static_cast<double>(readings) / times;
  }

  // What a caller sees of it. The total is that of all readings, as far as it is known.
  ProgressReport report(std::string_view name) const {
    const auto expected = static_cast<double>(total.load()) * readings_left();
    const std::uint64_t all = total;
    const std::uint64_t ended = done;
    return {.phase = name,
            .unit = unit,
            .done = ended,
            .total = static_cast<std::uint64_t>(expected),
            .items = items,
            .failed = failed,
            .finds_more = finds_more,
            .waiting = finds_more && all > ended ? all - ended : 0,
            .goal = goal,
            .reached = reached};
  }
};

}  // namespace pagekin
