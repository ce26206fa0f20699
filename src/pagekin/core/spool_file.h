// Bytes that do not fit into memory, in a temporary file that has no name and is gone with the
// object.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace pagekin {

// The folder of temporary files: TMPDIR, or /tmp.
class SpoolFile {
 public:
  // The file is made with the first bytes.
  SpoolFile() = default;
  ~SpoolFile();
  SpoolFile(const SpoolFile&) = delete;
  SpoolFile& operator=(const SpoolFile&) = delete;

  // Adds bytes at the end. Throws Error if the file cannot be made or written.
  void append(std::string_view bytes);

  // Up to out.size() bytes at `offset`; fewer only at the end. Throws Error if they cannot be read.
  std::size_t read_at(std::uint64_t offset, std::span<char> out) const;

  std::uint64_t size() const { return size_; }

  // Forgets all bytes and gives their room on the disk back.
  void clear();

 private:
  int file_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace pagekin
