#include "pagekin/core/parallel.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include "pagekin/core/error.h"
#include "pagekin/core/stop.h"

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

TEST(ForParts, CoversEveryItemOnceForAnyNumberOfThreads) {
  for (const unsigned threads : {1u, 2u, 7u}) {
    for (const std::size_t count : {0U, 1U, 9U, 10U, 11U, 1000U}) {
      std::vector<std::atomic<int>> visits(count);
      for_parts(threads, count, 10, [&](std::size_t begin, std::size_t end) {
        EXPECT_LE(end - begin, 10U);
        for (std::size_t i = begin; i < end; ++i) ++visits[i];
      });
      EXPECT_TRUE(std::ranges::all_of(visits, [](const auto& one) { return one == 1; })) << count;
    }
  }
}

TEST(ForParts, RethrowsTheFailureOfTheFirstPart) {
  for (const unsigned threads : {1u, 4u}) {
    try {
      for_parts(threads, 100, 1, [](std::size_t begin, std::size_t) {
        if (begin >= 20) throw Error(std::to_string(begin));
      });
      FAIL() << "nothing was thrown";
    } catch (const Error& error) {
      EXPECT_STREQ(error.what(), "20");
    }
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

// The first job waits for the hundredth, which is not made unless many jobs may wait.
TEST(RunInOrder, ASlowJobHoldsUpNoOthers) {
  std::mutex mutex;
  std::condition_variable changed;
  int worked = 0;
  std::vector<int> finished;
  struct Waiting final : Job {
    void work() override { at_work(); }
    void finish() override { at_end(); }
    std::function<void()> at_work;
    std::function<void()> at_end;
  };
  int next = 0;
  run_in_order(
      2,
      [&]() -> std::unique_ptr<Job> {
        if (next == 100) return nullptr;
        auto job = std::make_unique<Waiting>();
        const int number = next++;
        job->at_work = [&, number] {
          std::unique_lock lock(mutex);
          ++worked;
          changed.notify_all();
          if (number == 0) {
            EXPECT_TRUE(
                changed.wait_for(lock, std::chrono::seconds(60), [&] { return worked == 100; }));
          }
        };
        job->at_end = [&, number] { finished.push_back(number); };
        return job;
      },
      64);
  ASSERT_EQ(finished.size(), 100U);
  EXPECT_TRUE(std::is_sorted(finished.begin(), finished.end()));
}

TEST(RunInOrder, MayBeCalledWhileFinishing) {
  std::vector<int> results;
  int made = 0;
  run_in_order(3, [&]() -> std::unique_ptr<Job> {
    return made++ < 5 ? std::make_unique<Nested>(results) : nullptr;
  });
  EXPECT_EQ(results.size(), 50u);
}

// Fails in work() or finish() where its number says so.
struct Picky final : Job {
  Picky(int n, std::vector<int>& results) : number(n), out(&results) {}
  void work() override {
    if (number % 10 == 7) throw Error("work of " + std::to_string(number));
  }
  void finish() override {
    if (number == 13) throw Error("finish of 13");
    out->push_back(number);
  }
  int number;
  std::vector<int>* out;
};

TEST(RunInOrder, ReportsTheOldestErrorForAnyNumberOfThreads) {
  for (const unsigned threads : {1u, 2u, 8u}) {
    std::vector<int> results;
    int next = 0;
    try {
      run_in_order(threads, [&]() -> std::unique_ptr<Job> {
        return next < 100 ? std::make_unique<Picky>(next++, results) : nullptr;
      });
      FAIL() << "nothing was thrown";
    } catch (const Error& error) {
      EXPECT_STREQ(error.what(), "work of 7");
    }
    EXPECT_EQ(results, (std::vector<int>{0, 1, 2, 3, 4, 5, 6}));
  }
}

TEST(RunInOrder, FinishesWhatWasMadeBeforeAnErrorInNext) {
  for (const unsigned threads : {1u, 3u}) {
    std::vector<int> results;
    int next = 0;
    EXPECT_THROW(run_in_order(threads,
                              [&]() -> std::unique_ptr<Job> {
                                if (next == 50) throw Error("no more");
                                return std::make_unique<Count>(next++, results);
                              }),
                 Error);
    EXPECT_EQ(results.size(), 50u);
  }
}

struct Patient final : Job {
  explicit Patient(std::stop_source& stop) : source(&stop) {}
  void work() override {
    source->request_stop();
    check_stop();
  }
  void finish() override {}
  std::stop_source* source;
};

TEST(RunInOrder, HandsTheStopTokenToItsThreads) {
  for (const unsigned threads : {1u, 4u}) {
    std::stop_source source;
    std::stop_source other;
    const StopScope scope(source.get_token());
    EXPECT_THROW(run_in_order(threads, [&] { return std::make_unique<Patient>(source); }),
                 Cancelled);
    const StopScope inner(other.get_token());  // a run of its own goes on
    EXPECT_NO_THROW(check_stop());
  }
  EXPECT_NO_THROW(check_stop());
}

}  // namespace
}  // namespace pagekin
