// A use case on a thread of its own.
//
// Algorithms keep buffers per thread, so that they allocate once and not per page. They end
// with their thread, so a run on a thread of its own leaves none of them with the caller.
#pragma once

#include <exception>
#include <optional>
#include <thread>
#include <utility>

#include "pagekin/core/release_memory.h"
#include "pagekin/core/stop.h"
#include "pagekin/run.h"

namespace pagekin::api {

// Calls `use_case` and returns its result. Rethrows its exception. The stop token of `run` ends it.
template <class UseCase>
auto on_own_thread(const Run& run, const UseCase& use_case) {
  std::optional<decltype(use_case())> result;
  std::exception_ptr failure;
  std::thread([&] {
    const StopScope scope(run.stop);
    try {
      result.emplace(use_case());
    } catch (...) {
      failure = std::current_exception();
    }
  }).join();
  release_memory();
  if (failure) std::rethrow_exception(failure);
  return std::move(*result);
}

}  // namespace pagekin::api
