// Functions of glibc that are newer than 2.28, for wheels that run with that one
// (tools/older_glibc.py). The module and the archives in it are compiled with the headers of a
// newer glibc and ask for these. They stay inside of the module (exports.map).
#include <cerrno>
#include <cstdint>

#include <pthread.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>

extern "C" {

// 2.32: whether there is but one thread; then counters of references need no atomic operations. 0
// means that it is not known.
char __libc_single_threaded = 0;

// 2.33: before, the headers made of these calls of functions that also take the version of the
// struct.
#if defined(__x86_64__)
enum { kStatVersion = 1 };
#elif defined(__aarch64__)
enum { kStatVersion = 0 };
#else
#error "the version of struct stat is not known here"
#endif
int __xstat(int version, const char* path, void* result);
int __lxstat(int version, const char* path, void* result);
int __fxstat(int version, int file, void* result);
int stat(const char* path, struct stat* result) noexcept {
  return __xstat(kStatVersion, path, result);
}
int lstat(const char* path, struct stat* result) noexcept {
  return __lxstat(kStatVersion, path, result);
}
int fstat(int file, struct stat* result) noexcept { return __fxstat(kStatVersion, file, result); }
static_assert(sizeof(struct stat) == sizeof(struct stat64));
int stat64(const char* path, struct stat64* result) noexcept {
  return __xstat(kStatVersion, path, result);
}
int lstat64(const char* path, struct stat64* result) noexcept {
  return __lxstat(kStatVersion, path, result);
}
int fstat64(int file, struct stat64* result) noexcept {
  return __fxstat(kStatVersion, file, result);
}

// 2.36: random bytes, without fail. The kernel has them since 3.17.
void arc4random_buf(void* bytes, size_t count) noexcept {
  auto* at = static_cast<unsigned char*>(bytes);
  while (count > 0) {
    const ssize_t got = getrandom(at, count, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) abort();
    at += got;
    count -= static_cast<size_t>(got);
  }
}
uint32_t arc4random() noexcept {
  uint32_t number = 0;
  arc4random_buf(&number, sizeof number);
  return number;
}

// 2.30: waits until a time of a clock. The older function knows the clock of the condition alone,
// which is the time of day for those of std::condition_variable. Who sets that clock back makes a
// wait longer. So no wait takes more than a second; a caller whose time has not come sees that it
// woke up without a reason, which is allowed, and waits again.
int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                           const struct timespec* until) {
  constexpr int64_t kSecond = 1'000'000'000;
  struct timespec now;
  if (clock_gettime(clock, &now) != 0) return EINVAL;
  const int64_t seconds = until->tv_sec - now.tv_sec;
  if (seconds < -1) return ETIMEDOUT;
  const int64_t left = (seconds < 2 ? seconds : 2) * kSecond + until->tv_nsec - now.tv_nsec;
  if (left <= 0) return ETIMEDOUT;
  const int64_t waited = left < kSecond ? left : kSecond;
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  const int64_t nanoseconds = end.tv_nsec + waited;
  end.tv_sec += nanoseconds / kSecond;
  end.tv_nsec = nanoseconds % kSecond;
  const int status = pthread_cond_timedwait(condition, mutex, &end);
  return status == ETIMEDOUT && waited < left ? 0 : status;
}

}  // extern "C"
