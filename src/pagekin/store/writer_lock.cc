#include "pagekin/store/writer_lock.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pagekin/store/database.h"

namespace pagekin::store {
namespace {

// Whether the path still names this file. Its last holder may have removed it after we opened it
// and before we locked it.
bool is_at(int file, const std::string& path) {
  struct stat ours {};
  struct stat there {};
  return fstat(file, &ours) == 0 && stat(path.c_str(), &there) == 0 &&
         ours.st_dev == there.st_dev && ours.st_ino == there.st_ino;
}

}  // namespace

WriterLock::WriterLock(const std::string& path) : lock_path_(path + "-lock") {
  for (;;) {
    file_ = open(lock_path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (file_ < 0) {
      const int reason = errno;
      const std::string message = "cannot write to " + path + ": " + std::strerror(reason);
      if (reason == ENOENT || reason == ENOTDIR || reason == ELOOP) throw Error(message);
      throw StoreFull(message);
    }
    if (flock(file_, LOCK_EX | LOCK_NB) == 0) {
      if (is_at(file_, lock_path_)) return;
      close(file_);
      continue;
    }
    const int reason = errno;
    close(file_);
    if (reason == EINTR) continue;
    if (reason == EWOULDBLOCK) throw Error(path + ": another pagekin writes to it");
    throw Error("cannot lock " + path + ": " + std::strerror(reason));
  }
}

WriterLock::~WriterLock() {
  unlink(lock_path_.c_str());
  close(file_);
}

}  // namespace pagekin::store
