#include "ted/measured.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <new>

#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

// One thread only, in a child that measures.
bool is_counting = false;
std::int64_t live_bytes = 0;
std::int64_t most_bytes = 0;

void* counted(void* block) {
  if (block == nullptr) throw std::bad_alloc();
  if (is_counting) {
    live_bytes += static_cast<std::int64_t>(malloc_usable_size(block));
    most_bytes = std::max(most_bytes, live_bytes);
  }
  return block;
}

void give_back(void* block) {
  if (is_counting && block != nullptr) {
    live_bytes -= static_cast<std::int64_t>(malloc_usable_size(block));
  }
  std::free(block);
}

}  // namespace

void* operator new(std::size_t size) {
  return counted(std::malloc(std::max<std::size_t>(size, 1)));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  const auto unit = static_cast<std::size_t>(alignment);
  return counted(
      std::aligned_alloc(unit, (std::max<std::size_t>(size, 1) + unit - 1) / unit * unit));
}
void operator delete(void* block) noexcept { give_back(block); }
void operator delete(void* block, std::size_t) noexcept { give_back(block); }
void operator delete(void* block, std::align_val_t) noexcept { give_back(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { give_back(block); }

namespace pagekin::bench {
namespace {

// Other programs may run beside this one. Of the thread: the clock of a process goes by
// ticks once its time is limited.
double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

Measured run(const Task& task, int rounds) {
  constexpr double kLongEnough = 1;  // second, for all rounds
  Measured measured;
  is_counting = true;
  double start = processor_seconds();
  measured.outcome = task();
  measured.first_seconds = processor_seconds() - start;
  is_counting = false;
  measured.seconds = measured.first_seconds;
  measured.peak_bytes = static_cast<std::uint64_t>(most_bytes);
  double total = measured.first_seconds;
  for (int round = 1; round < rounds && total < kLongEnough; ++round) {
    start = processor_seconds();
    task();
    const double seconds = processor_seconds() - start;
    measured.seconds = std::min(measured.seconds, seconds);
    total += seconds;
  }
  return measured;
}

}  // namespace

std::optional<Measured> measure_task(const Contestant& contestant, const TreePair& pair, int rounds,
                                     unsigned seconds) {
  int ends[2];
  if (pipe(ends) != 0) return {};
  std::fflush(stdout);
  const pid_t child = fork();
  if (child < 0) return {};
  if (child == 0) {
    close(ends[0]);
    const rlimit limit{seconds, seconds};
    setrlimit(RLIMIT_CPU, &limit);
    const Measured measured = run(contestant.task(pair), rounds);
    const bool is_sent = write(ends[1], &measured, sizeof measured) == sizeof measured;
    _exit(is_sent ? 0 : 1);
  }
  close(ends[1]);
  Measured measured;
  const bool is_whole = read(ends[0], &measured, sizeof measured) == sizeof measured;
  close(ends[0]);
  waitpid(child, nullptr, 0);
  if (!is_whole) return {};
  return measured;
}

}  // namespace pagekin::bench
