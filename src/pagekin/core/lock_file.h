// The right to write to a file. One process at a time holds it, and loses it when it ends.
//
// It is a lock (flock) on a separate file without bytes, which is removed in the end. A file that a
// killed process left behind is used again, and removed then. A file that has bytes is not ours.
#pragma once

#include <exception>
#include <string>

namespace pagekin {

class LockFile {
 public:
  // Another process holds the lock.
  struct Busy : std::exception {};

  // Throws Busy, std::system_error with the reason why the file cannot be made or locked, or Error
  // for a file that has bytes.
  explicit LockFile(std::string path);
  ~LockFile();
  LockFile(const LockFile&) = delete;
  LockFile& operator=(const LockFile&) = delete;

 private:
  std::string path_;
  int file_ = -1;
};

}  // namespace pagekin
