#include "pagekin/core/atomic_file.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "pagekin/core/error.h"
#include "pagekin/core/open_file.h"
#include "pagekin/core/output_link.h"

namespace pagekin {

namespace {

// Removes the temporary file of a writer who was killed: one that exists and that nobody has
// locked.
void remove_stale(const std::string& name) {
  const int file = open(name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return;
  if (flock(file, LOCK_EX | LOCK_NB) == 0 && still_names(name, file)) unlink(name.c_str());
  close(file);
}

// Makes a temporary file that is locked as long as it is open, and removes stale ones. Returns -1,
// with errno, if it cannot.
int open_temporary(const std::string& path, std::string& name) {
  constexpr int most = 100;  // runs that write to the same path at the same time
  for (int number = 1; number <= most; ++number) {
    name = path + ".pagekin-" + std::to_string(number);
    remove_stale(name);
    const int file = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0 && errno == EEXIST) continue;  // that of a run beside this one
    if (file < 0) return -1;
    // Another run may have taken it for a stale one before it was locked. Some file systems have no
    // locks; there it may take it later, too, and the rename fails.
    const bool is_locked = flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
    if (is_locked && still_names(name, file)) {
      for (int other = 1; other <= 3; ++other) {
        remove_stale(path + ".pagekin-" + std::to_string(number + other));
      }
      return file;
    }
    close(file);
  }
  errno = EEXIST;
  return -1;
}

}  // namespace

AtomicFile::AtomicFile(const std::string& path, Writers writers) : path_(output_target(path)) {
  struct stat info {};
  const int descriptor = named_descriptor(path_);
  const bool exists = lstat(path_.c_str(), &info) == 0;
  const bool in_place = exists && !S_ISREG(info.st_mode);  // /dev/null, a FIFO
  int file = -1;
  if (descriptor >= 0) {
    file = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    if (file < 0) fail("cannot write");
  } else if (in_place) {
    file = open(path_.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
    if (file < 0) fail("cannot write");
  } else if (writers == Writers::kOne) {
    const std::string name = path_ + ending_of_one;
    unlink(name.c_str());  // that of a writer who was killed
    file = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0) fail("cannot write");
    temporary_ = name;
  } else {
    std::string name;
    file = open_temporary(path_, name);
    if (file < 0) fail("cannot write");
    temporary_ = name;
  }
  file_ = fdopen(file, "wb");
  if (file_ == nullptr) {
    close(file);
    fail("cannot write");
  }
  setvbuf(file_, nullptr, _IOFBF, 1 << 18);
}

AtomicFile::~AtomicFile() {
  if (file_ != nullptr) std::fclose(file_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void AtomicFile::write(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) fail("cannot write");
}

void AtomicFile::commit() {
  const bool in_place = temporary_.empty();
  if (std::fflush(file_) != 0 || (!in_place && fsync(fileno(file_)) != 0)) fail("cannot write");
  // Renamed before it is closed, so that it is locked as long as it has its temporary name.
  if (!in_place && std::rename(temporary_.c_str(), path_.c_str()) != 0) fail("cannot replace");
  temporary_.clear();
  std::FILE* const file = file_;
  file_ = nullptr;
  if (std::fclose(file) != 0) fail("cannot write");
  if (in_place) return;
  // The rename itself must reach the disk too.
  const auto slash = path_.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path_.substr(0, slash + 1);
  const int directory = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory >= 0) {
    fsync(directory);
    close(directory);
  }
}

void AtomicFile::fail(const char* what) const {
  const int reason = errno;
  std::string message = std::string(what) + " " + path_ + ": " + std::strerror(reason);
  if (reason == ENOSPC || reason == EDQUOT || reason == EFBIG) {
    const auto slash = path_.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : path_.substr(0, slash + 1);
    struct statvfs disk {};
    if (statvfs(folder.c_str(), &disk) == 0) {
      message += " (" + std::to_string(disk.f_bavail * disk.f_frsize) + " bytes free)";
    }
  }
  throw Error(message);
}

}  // namespace pagekin
