// Parts of files on servers, by range requests: one at a time, with pauses.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "pagekin/input/range_reader.h"

namespace pagekin::documents {

struct RangeOptions {
  std::chrono::milliseconds delay{1000};  // between two requests
  int attempts = 5;                       // for one range, where another try may help
  std::string user_agent = "pagekin";
  std::string
      keep;  // folder in which ranges are kept, so that a later run does not ask again; empty: none
};

// Null in builds without a network. Throws Error if the folder cannot be made.
std::shared_ptr<input::RangeReader> make_range_reader(RangeOptions options);

}  // namespace pagekin::documents
