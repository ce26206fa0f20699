// A call of the library that reads the inputs of a command.
#pragma once

#include <functional>

#include "cli/input_options.h"
#include "cli/run_progress.h"

namespace pagekin::cli {

// Calls `call` with how it is to be carried out, and returns what it returns. Its progress is
// shown, and its incidents are named and listed.
template <class Call>
auto run_on_inputs(const InputOptions& input, const Call& call) {
  ErrorLog errors(input);
  RunProgress progress(input.quiet);
  auto result = errors.during(
      [&] { return call(progress.run({.threads = input.threads, .incident = std::ref(errors)})); });
  progress.stop();
  return result;
}

}  // namespace pagekin::cli
