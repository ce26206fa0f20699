// Files for fuzz targets whose readers take a path.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <unistd.h>

#include "pagekin/core/hash.h"

namespace pagekin::fuzz {

// Returns the bytes of an index or a model with the right checksum in each block, as far as they
// are blocks (see core/block_file.h). Otherwise no change of a byte would get beyond the checksums.
inline std::string sealed(std::string bytes) {
  struct Head {
    std::uint32_t section;
    std::uint32_t size;
    std::uint64_t checksum;
  };
  std::uint64_t before = 0;
  std::size_t at = bytes.find('\n') + 1;  // 0 if there is no line
  while (at > 0 && bytes.size() - at >= sizeof(Head)) {
    Head head{};
    std::memcpy(&head, bytes.data() + at, sizeof head);
    if (head.size > bytes.size() - at - sizeof head) break;
    const std::string_view payload(bytes.data() + at + sizeof head, head.size);
    const std::uint64_t shape = std::uint64_t{head.section} << 32 | head.size;
    head.checksum = before = hash_bytes(payload, mix(before ^ mix(shape + 1)));
    std::memcpy(bytes.data() + at, &head, sizeof head);
    at += sizeof head + head.size;
  }
  return bytes;
}

// A file of this process, in memory if the system can; removed at the end.
class ScratchFile {
 public:
  ScratchFile() {
    const std::filesystem::path memory = "/dev/shm";
    const std::filesystem::path folder =
        std::filesystem::is_directory(memory) ? memory : std::filesystem::temp_directory_path();
    path_ = (folder / ("pagekin-fuzz-" + std::to_string(getpid()))).string();
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile() { remove(); }

  const std::string& path() const { return path_; }

  void write(std::string_view bytes) const {
    std::ofstream(path_, std::ios::binary | std::ios::trunc)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }

  // Also removes what SQLite and locks put beside the file.
  void remove() const {
    for (const char* suffix : {"", "-wal", "-shm", "-journal", "-lock", ".lock"}) {
      std::error_code ignored;
      std::filesystem::remove(path_ + suffix, ignored);
    }
  }

 private:
  std::string path_;
};

}  // namespace pagekin::fuzz
