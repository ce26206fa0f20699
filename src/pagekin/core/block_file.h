// Files that later runs depend on: whatever is wrong with one is found when it is read.
//
// The format: a line "pagekin KIND VERSION", then blocks of a 16-byte head (section, size
// of the payload, checksum; little-endian) and at most 1 MB of payload. The blocks of
// one section together hold its bytes. An empty block of section 0 is the end. A
// checksum covers its own block and, because each is seeded with the one before, the
// order of the blocks.
//
// Cost: XXH3 over every byte; all of a file is in memory when it is read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/atomic_file.h"

namespace pagekin {

// What a kind of file calls itself, and the version of its sections.
struct BlockFileKind {
  std::string_view name;  // "index"
  int version = 1;
  std::size_t section_count = 0;  // sections are numbered from 1
};

// Writes one file, whole or not at all.
class BlockFileWriter {
 public:
  BlockFileWriter(const std::string& path, const BlockFileKind& kind,
                  AtomicFile::Writers writers = AtomicFile::Writers::kMany);

  // Appends to a section. Sections are written one after the other.
  void write(std::uint32_t section, std::string_view bytes);

  void commit();

 private:
  void end_block();
  void put_block();

  AtomicFile file_;
  std::uint32_t section_ = 1;
  std::string payload_;
  std::uint64_t before_ = 0;
};

// The bytes of each section by number; 0 is empty. Throws Error, naming the file and
// what was found, when it cannot be read, is of another kind or version, or damaged.
std::vector<std::string> read_block_file(const std::string& path, const BlockFileKind& kind);

// The last checksum of a file, which covers all of it: it distinguishes two of these files without
// reading them. 0 if there is no file.
std::uint64_t last_checksum_of(const std::string& path);

// The first line of a file, or what it begins with, 40 bytes at most: "pagekin KIND
// VERSION" where it is one of these files. Throws Error, which calls it a `kind`, when it cannot be
// read.
std::string first_line_of_file(const std::string& path, std::string_view kind = "model");

}  // namespace pagekin
