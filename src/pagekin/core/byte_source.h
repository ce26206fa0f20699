// Bytes from a file, a pipe or a test: the one place where input is read.
//
// Readers take a ByteSource, never a path, so that tests can make any read fail.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pagekin {

class ByteSource {
 public:
  virtual ~ByteSource() = default;

  // Up to out.size() bytes at `offset`; 0 only at the end. May return fewer than
  // asked. Throws Error when the system reports a read error. On a source that
  // is not seekable, offset must be where the last read ended.
  // Seekable sources may be read from several threads at once.
  virtual std::size_t read_at(std::uint64_t offset, std::span<char> out) = 0;

  // Size at opening; none for pipes and devices, which can only be read forward.
  virtual std::optional<std::uint64_t> size() const = 0;
};

// Bytes that the caller keeps.
class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::string_view bytes) : bytes_(bytes) {}
  std::size_t read_at(std::uint64_t offset, std::span<char> out) override {
    return offset < bytes_.size() ? bytes_.copy(out.data(), out.size(), offset) : 0;
  }
  std::optional<std::uint64_t> size() const override { return bytes_.size(); }

 private:
  std::string_view bytes_;
};

// Throws Error naming the file when it cannot be opened. Opening a FIFO waits
// for its writer, so callers decide whether they mean to. Waiting for a writer or for
// bytes ends with Cancelled when the run is asked to stop (see stop.h).
std::unique_ptr<ByteSource> open_file(const std::string& path);
std::unique_ptr<ByteSource> open_stdin();

// Never waits: throws Error when `path` is not (or no longer) a regular file.
std::unique_ptr<ByteSource> open_regular_file(const std::string& path);

// The bytes at `offset`, as many as there are up to out.size(), over as many
// reads as that takes. Throws what read_at throws.
std::size_t read_fully(ByteSource& source, std::uint64_t offset, std::span<char> out);

// Everything from the start to the end; for files that fit into memory.
std::string read_all(ByteSource& source);

}  // namespace pagekin
