// The right to write to a store that is a file. One process at a time holds it.
//
// The lock is on a separate file, PATH-lock, because opening and closing the database file itself
// would drop the locks that SQLite holds on it for the whole process.
#pragma once

#include <optional>
#include <string>

#include "pagekin/core/lock_file.h"

namespace pagekin::store {

class WriterLock {
 public:
  // Throws Error if another process holds it, StoreFull if the lock file cannot be created.
  explicit WriterLock(const std::string& path);

 private:
  std::optional<LockFile> file_;
};

}  // namespace pagekin::store
