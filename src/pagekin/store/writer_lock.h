// The right to write to a file. One process at a time holds it, and loses it when it ends.
//
// It is a lock (flock) on a separate file, PATH-lock, because opening and closing the database
// file itself would drop the locks that SQLite holds on it for the whole process. The file is
// removed in the end; a file left behind by a killed process is reused.
#pragma once

#include <string>

namespace pagekin::store {

class WriterLock {
 public:
  // Throws Error if another process holds it, StoreFull if the lock file cannot be created.
  explicit WriterLock(const std::string& path);
  ~WriterLock();
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

 private:
  std::string lock_path_;
  int file_ = -1;
};

}  // namespace pagekin::store
