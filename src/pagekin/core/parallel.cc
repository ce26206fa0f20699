#include "pagekin/core/parallel.h"

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

namespace pagekin {

unsigned thread_count(unsigned asked) {
  return asked != 0 ? asked : static_cast<unsigned>(tbb::info::default_concurrency());
}

void run_in_order(unsigned threads, const std::function<std::unique_ptr<Job>()>& next) {
  if (threads <= 1) {
    while (const std::unique_ptr<Job> job = next()) {
      job->work();
      job->finish();
    }
    return;
  }

  // Shared pointers, because the pipeline copies its tokens and must drop them
  // when another stage throws.
  using Token = std::shared_ptr<Job>;
  const auto produce = [&](tbb::flow_control& flow) -> Token {
    Token job = next();
    if (!job) flow.stop();
    return job;
  };
  const auto work = [](const Token& job) {
    job->work();
    return job;
  };
  const auto finish = [](const Token& job) { job->finish(); };

  // More threads than cores are allowed, so that tests show that it does not matter.
  const tbb::global_control allow(tbb::global_control::max_allowed_parallelism, threads);
  tbb::task_arena arena(static_cast<int>(threads));
  arena.execute([&] {
    tbb::parallel_pipeline(
        std::size_t{4} * threads,
        tbb::make_filter<void, Token>(tbb::filter_mode::serial_in_order, produce) &
            tbb::make_filter<Token, Token>(tbb::filter_mode::parallel, work) &
            tbb::make_filter<Token, void>(tbb::filter_mode::serial_in_order, finish));
  });
}

}  // namespace pagekin
