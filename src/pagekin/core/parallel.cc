#include "pagekin/core/parallel.h"

#include <atomic>
#include <memory>

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

namespace pagekin {
namespace {

// What threads do one after another passes through a seam in between. TBB keeps that order
// itself, but is not built for thread sanitizers, which see it here. Costs nothing beside a job.
class Seam {
 public:
  void pass() { steps_.fetch_add(1, std::memory_order_acq_rel); }

 private:
  std::atomic<unsigned> steps_{0};
};

// Passes at both ends of a scope.
class Passage {
 public:
  explicit Passage(Seam& seam) : seam_(&seam) { seam_->pass(); }
  ~Passage() { seam_->pass(); }
  Passage(const Passage&) = delete;
  Passage& operator=(const Passage&) = delete;

 private:
  Seam* seam_;
};

struct Handed {
  std::unique_ptr<Job> job;
  Seam seam;
};

}  // namespace

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
  using Token = std::shared_ptr<Handed>;
  Seam producing;
  Seam finishing;
  const auto produce = [&](tbb::flow_control& flow) -> Token {
    const Passage one_by_one(producing);
    auto token = std::make_shared<Handed>();
    const Passage handed(token->seam);
    token->job = next();
    if (!token->job) flow.stop();
    return token;
  };
  const auto work = [](const Token& token) {
    const Passage handed(token->seam);
    token->job->work();
    return token;
  };
  const auto finish = [&](const Token& token) {
    const Passage one_by_one(finishing);
    const Passage handed(token->seam);
    token->job->finish();
  };

  // More threads than cores are allowed, so that tests show that it does not matter.
  const tbb::global_control allow(tbb::global_control::max_allowed_parallelism, threads);
  tbb::task_arena arena(static_cast<int>(threads));
  const Passage after_producing(producing);
  const Passage after_finishing(finishing);
  arena.execute([&] {
    tbb::parallel_pipeline(
        std::size_t{4} * threads,
        tbb::make_filter<void, Token>(tbb::filter_mode::serial_in_order, produce) &
            tbb::make_filter<Token, Token>(tbb::filter_mode::parallel, work) &
            tbb::make_filter<Token, void>(tbb::filter_mode::serial_in_order, finish));
  });
}

}  // namespace pagekin
