#include "pagekin/core/lock_file.h"

#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pagekin {
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

LockFile::LockFile(std::string path) : path_(std::move(path)) {
  for (;;) {
    file_ = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (file_ < 0) throw std::system_error(errno, std::generic_category());
    if (flock(file_, LOCK_EX | LOCK_NB) == 0) {
      if (is_at(file_, path_)) return;
      close(file_);
      continue;
    }
    const int reason = errno;
    close(file_);
    if (reason == EINTR) continue;
    if (reason == EWOULDBLOCK) throw Busy();
    throw std::system_error(reason, std::generic_category());
  }
}

LockFile::~LockFile() {
  unlink(path_.c_str());
  close(file_);
}

}  // namespace pagekin
