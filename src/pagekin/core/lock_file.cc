#include "pagekin/core/lock_file.h"

#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pagekin/core/error.h"
#include "pagekin/core/open_file.h"

namespace pagekin {

LockFile::LockFile(std::string path) : path_(std::move(path)) {
  for (;;) {
    file_ = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (file_ < 0) throw std::system_error(errno, std::generic_category());
    struct stat info {};
    if (fstat(file_, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size != 0) {
      close(file_);
      throw Error(path_ +
                  " is in the place of the lock, but it is not an empty file; move it away");
    }
    if (flock(file_, LOCK_EX | LOCK_NB) == 0) {
      if (still_names(path_, file_)) return;
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
