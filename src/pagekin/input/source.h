// What a run reads, and how.
#pragma once

#include <string>
#include <vector>

#include "pagekin/input/read_pages.h"

namespace pagekin::input {

struct Source {
  std::vector<std::string> inputs;
  ReadOptions reading;
  bool strict = false;  // the first unreadable page ends the run with an InputError
};

}  // namespace pagekin::input
