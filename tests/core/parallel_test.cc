#include "pagekin/core/parallel.h"

#include <atomic>
#include <vector>

#include "pagekin/core/error.h"

namespace pagekin {
namespace {

struct Count final : Job {
  Count(int n, std::vector<int>& results) : number(n), out(&results) {}
  void work() override { square = number * number; }
  void finish() override { out->push_back(square); }
  int number;
  int square = 0;
  std::vector<int>* out;
};

TEST(RunInOrder, FinishesInOrderForAnyNumberOfThreads) {
  for (const unsigned threads : {1u, 2u, 7u}) {
    std::vector<int> results;
    int next = 0;
    run_in_order(threads, [&]() -> std::unique_ptr<Job> {
      return next < 1000 ? std::make_unique<Count>(next++, results) : nullptr;
    });
    ASSERT_EQ(results.size(), 1000u);
    for (int i = 0; i < 1000; ++i) EXPECT_EQ(results[static_cast<std::size_t>(i)], i * i);
  }
}

struct Failing final : Job {
  explicit Failing(std::atomic<int>& count) : alive(&count) { ++*alive; }
  ~Failing() override { --*alive; }
  void work() override { throw Error("no luck"); }
  void finish() override {}
  std::atomic<int>* alive;
};

TEST(RunInOrder, RethrowsTheFirstErrorAndDropsTheRest) {
  for (const unsigned threads : {1u, 4u}) {
    std::atomic<int> alive = 0;
    int made = 0;
    EXPECT_THROW(run_in_order(threads,
                              [&]() -> std::unique_ptr<Job> {
                                return made++ < 100 ? std::make_unique<Failing>(alive) : nullptr;
                              }),
                 Error);
    EXPECT_EQ(alive, 0);
  }
}

struct Nested final : Job {
  explicit Nested(std::vector<int>& results) : out(&results) {}
  void work() override {}
  void finish() override {
    int next = 0;
    run_in_order(2, [&]() -> std::unique_ptr<Job> {
      return next < 10 ? std::make_unique<Count>(next++, *out) : nullptr;
    });
  }
  std::vector<int>* out;
};

TEST(RunInOrder, MayBeCalledWhileFinishing) {
  std::vector<int> results;
  int made = 0;
  run_in_order(3, [&]() -> std::unique_ptr<Job> {
    return made++ < 5 ? std::make_unique<Nested>(results) : nullptr;
  });
  EXPECT_EQ(results.size(), 50u);
}

}  // namespace
}  // namespace pagekin
