#include "pagekin/core/atomic_file.h"

#include <cerrno>
#include <cstring>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "pagekin/core/error.h"

namespace pagekin {

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)) {
  std::string pattern = path_ + ".XXXXXX";
  const int file = mkostemp(pattern.data(), O_CLOEXEC);
  if (file < 0) fail("cannot write");
  temporary_ = pattern;
  // mkostemp makes it private; the user's umask decides instead.
  const mode_t mask = umask(0);
  umask(mask);
  fchmod(file, static_cast<mode_t>(0666) & ~mask);
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
  if (std::fflush(file_) != 0 || fsync(fileno(file_)) != 0) fail("cannot write");
  std::FILE* const file = file_;
  file_ = nullptr;
  if (std::fclose(file) != 0) fail("cannot write");
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) fail("cannot replace");
  temporary_.clear();
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
