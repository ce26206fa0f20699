#include "pagekin/store/writer_lock.h"

#include <cerrno>
#include <cstring>
#include <system_error>

#include "pagekin/store/database.h"

namespace pagekin::store {

WriterLock::WriterLock(const std::string& path) {
  try {
    file_.emplace(path + "-lock");
  } catch (const LockFile::Busy&) {
    throw Error(path + ": another pagekin writes to it");
  } catch (const std::system_error& error) {
    const int reason = error.code().value();
    const std::string message = "cannot write to " + path + ": " + std::strerror(reason);
    if (reason == ENOENT || reason == ENOTDIR || reason == ELOOP) throw Error(message);
    throw StoreFull(message);
  }
}

}  // namespace pagekin::store
