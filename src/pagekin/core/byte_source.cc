#include "pagekin/core/byte_source.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pagekin/core/error.h"
#include "pagekin/core/stop.h"

namespace pagekin {
namespace {

// Waits until a pipe or device has bytes or its end. A request to stop ends the wait, because
// signals do not interrupt it.
void wait_for_bytes(int file) {
  constexpr int patience = 100;  // milliseconds
  pollfd watched{.fd = file, .events = POLLIN, .revents = 0};
  for (;;) {
    check_stop();
    const int ready = poll(&watched, 1, patience);
    if (ready > 0 || (ready < 0 && errno != EINTR)) return;  // reading will show what is wrong
  }
}

class FileSource final : public ByteSource {
 public:
  FileSource(int file, std::string name, bool owned)
      : file_(file), name_(std::move(name)), owned_(owned) {
    struct stat info {};
    if (fstat(file_, &info) == 0 && S_ISREG(info.st_mode)) {
      size_ = static_cast<std::uint64_t>(info.st_size);
    }
  }
  ~FileSource() override {
    if (owned_) close(file_);
  }
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  std::size_t read_at(std::uint64_t offset, std::span<char> out) override {
    if (!size_) wait_for_bytes(file_);
    for (;;) {
      const ssize_t got = size_ ? pread(file_, out.data(), out.size(), static_cast<off_t>(offset))
                                : read(file_, out.data(), out.size());
      if (got >= 0) return static_cast<std::size_t>(got);
      if (errno != EINTR) {
        throw Error("cannot read " + name_ + " at byte " + std::to_string(offset) + ": " +
                    std::strerror(errno));
      }
    }
  }

  std::optional<std::uint64_t> size() const override { return size_; }

 private:
  int file_;
  std::string name_;
  bool owned_;
  std::optional<std::uint64_t> size_;
};

int open_or_throw(const std::string& path, int flags) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | flags);
  if (file < 0) throw Error("cannot open " + path + ": " + std::strerror(errno));
  return file;
}

}  // namespace

std::unique_ptr<ByteSource> open_file(const std::string& path) {
  struct stat info {};
  const bool is_fifo = stat(path.c_str(), &info) == 0 && S_ISFIFO(info.st_mode);
  if (!is_fifo) return std::make_unique<FileSource>(open_or_throw(path, 0), path, true);
  // Without a writer, the usual open() would wait and could not be asked to stop.
  const int file = open_or_throw(path, O_NONBLOCK);
  auto source = std::make_unique<FileSource>(file, path, true);
  wait_for_bytes(file);
  fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK);
  return source;
}

std::unique_ptr<ByteSource> open_regular_file(const std::string& path) {
  auto file = std::make_unique<FileSource>(open_or_throw(path, O_NONBLOCK | O_NOCTTY), path, true);
  if (!file->size()) throw Error("cannot read " + path + ": not a regular file");
  return file;
}

std::unique_ptr<ByteSource> open_stdin() {
  return std::make_unique<FileSource>(STDIN_FILENO, "standard input", false);
}

std::size_t read_fully(ByteSource& source, std::uint64_t offset, std::span<char> out) {
  std::size_t done = 0;
  while (done < out.size()) {
    const std::size_t got = source.read_at(offset + done, out.subspan(done));
    if (got == 0) break;
    done += got;
  }
  return done;
}

std::string read_all(ByteSource& source) {
  // One byte more than the size, so that the end of a file that did not grow is
  // seen without growing the buffer.
  std::string bytes(source.size().value_or(65535) + 1, '\0');
  std::size_t done = 0;
  for (;;) {
    const std::size_t got = read_fully(source, done, std::span(bytes).subspan(done));
    done += got;
    if (done < bytes.size()) break;
    bytes.resize(2 * bytes.size());
  }
  bytes.resize(done);
  return bytes;
}

}  // namespace pagekin
