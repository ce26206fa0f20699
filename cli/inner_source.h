// The source of commands that do not yet go through the public interface.
#pragma once

#include "pagekin/api/convert.h"

#include "cli/input_options.h"

namespace pagekin::cli {

inline input::Source inner_source(const InputOptions& options) {
  return api::input_source(options.source(), {.threads = options.threads});
}

}  // namespace pagekin::cli
