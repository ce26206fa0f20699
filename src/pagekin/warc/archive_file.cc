#include "pagekin/warc/archive_file.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "pagekin/codec/codec.h"
#include "pagekin/core/error.h"
#include "pagekin/core/output_link.h"

namespace pagekin::warc {

void check_archive_name(std::string_view path) {
  if (path.ends_with(".warc") || path.ends_with(".warc.gz")) return;
  throw OptionError("an archive is FILE.warc or FILE.warc.gz, got '" + std::string(path) + "'", {},
                    std::string(path));
}

ArchiveFile::ArchiveFile(std::string path, std::uint64_t size)
    : path_(std::move(path)), compressed_(path_.ends_with(".gz")), size_(size) {
  check_archive_name(path_);
  path_ = output_target(path_);
  const int file =
      open(path_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (file >= 0) file_ = fdopen(file, "ab");
  if (file_ == nullptr) fail("cannot be opened");
  const long end = std::fseek(file_, 0, SEEK_END) == 0 ? std::ftell(file_) : -1;
  if (end < 0) fail("cannot be read");
  if (static_cast<std::uint64_t>(end) < size) {
    std::fclose(file_);
    throw Error(
        fmt::format("{}: has {} bytes, but {} were written to it; name another file to go on",
                    path_, end, size));
  }
  if (static_cast<std::uint64_t>(end) > size &&
      ftruncate(fileno(file_), static_cast<off_t>(size)) != 0) {
    fail("cannot be truncated");
  }
}

ArchiveFile::~ArchiveFile() {
  if (file_ != nullptr) std::fclose(file_);
}

void ArchiveFile::add(std::string_view record) {
  const std::string member = compressed_ ? codec::gzip_member(record) : std::string();
  const std::string_view bytes = compressed_ ? std::string_view(member) : record;
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) fail("cannot be written");
  size_ += bytes.size();
}

std::uint64_t ArchiveFile::flush() {
  if (std::fflush(file_) != 0) fail("cannot be written");
  return size_;
}

void ArchiveFile::fail(const char* what) const {
  throw Error(path_ + ": " + what + ": " + std::strerror(errno));
}

}  // namespace pagekin::warc
