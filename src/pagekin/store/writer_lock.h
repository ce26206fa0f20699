// The right to write to a file, held by one process at a time and gone with it.
//
// It is a lock (flock) on a file of its own, PATH-lock: to open and close the database file
// itself would drop the locks that SQLite holds on it for the whole process. The file is
// removed in the end; one that a killed process left behind is used again.
#pragma once

#include <string>

namespace pagekin::store {

class WriterLock {
 public:
  // Throws Error if another holds it, StoreFull if no file can be made there.
  explicit WriterLock(const std::string& path);
  ~WriterLock();
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

 private:
  std::string lock_path_;
  int file_ = -1;
};

}  // namespace pagekin::store
