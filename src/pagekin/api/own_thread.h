// A use case on a thread of its own.
//
// Algorithms keep buffers per thread, so that they allocate once and not per page. They end
// with their thread, so a run on a thread of its own leaves none of them with the caller.
#pragma once

#include <array>
#include <cstddef>
#include <exception>
#include <optional>
#include <string_view>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "pagekin/api/progress_watcher.h"
#include "pagekin/core/progress.h"
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

// A part of the work whose progress is reported.
struct PhaseName {
  std::string_view name;
  std::string_view unit = "pages";
};

// The same, with a Progress& for each phase as arguments. Run::progress gets them.
template <std::size_t N, class UseCase>
auto on_own_thread(const Run& run, const PhaseName (&phases)[N], const UseCase& use_case) {
  return on_own_thread(run, [&] {
    std::array<Progress, N> all;
    std::vector<Phase> watched;
    for (std::size_t i = 0; i < N; ++i) {
      all[i].unit = phases[i].unit;
      watched.push_back({phases[i].name, &all[i]});
    }
    const ProgressWatcher watcher(run, std::move(watched));
    return std::apply([&](auto&... progress) { return use_case(progress...); }, all);
  });
}

}  // namespace pagekin::api
