#include "pagekin/core/spool_file.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include <fcntl.h>
#include <unistd.h>

#include "pagekin/core/error.h"

namespace pagekin {
namespace {

[[noreturn]] void fail_to_spool(const char* what) {
  throw Error(std::string("cannot ") + what + " a temporary file: " + std::strerror(errno));
}

int make_spool() {
  const char* folder = std::getenv("TMPDIR");
  std::string name = folder != nullptr && *folder != '\0' ? folder : "/tmp";
  const int unnamed = open(name.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (unnamed >= 0) return unnamed;
  name += "/pagekin-XXXXXX";  // a file system without unnamed files
  const int named = mkostemp(name.data(), O_CLOEXEC);
  if (named < 0) fail_to_spool("make");
  unlink(name.c_str());
  return named;
}

}  // namespace

SpoolFile::~SpoolFile() {
  if (file_ >= 0) close(file_);
}

void SpoolFile::append(std::string_view bytes) {
  if (bytes.empty()) return;
  if (file_ < 0) file_ = make_spool();
  while (!bytes.empty()) {
    const ssize_t wrote = pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(size_));
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) fail_to_spool("write to");
    size_ += static_cast<std::uint64_t>(wrote);
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
  }
}

std::size_t SpoolFile::read_at(std::uint64_t offset, std::span<char> out) const {
  std::size_t done = 0;
  while (done < out.size() && offset + done < size_) {
    const ssize_t got =
        pread(file_, out.data() + done, out.size() - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_to_spool("read");
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

void SpoolFile::clear() {
  if (size_ != 0 && ftruncate(file_, 0) != 0) fail_to_spool("shorten");
  size_ = 0;
}

}  // namespace pagekin
