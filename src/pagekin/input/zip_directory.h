// The directory of a zip file: which entries it has, and where their bytes are.
//
// Nothing in the file is believed: an entry whose bytes are not all in the file, or that shares
// bytes with another one, is refused, so that a small file cannot stand for many large ones.
//
// Source: PKWARE, APPNOTE 6.3.10, with the 64-bit fields.
// Cost: linear in the directory, which is held whole.
// Limits: 64 MB of directory; no parts. Entries that are encrypted, or neither stored nor deflated,
// are listed with a fault.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/byte_source.h"

namespace pagekin::input {

struct ZipEntry {
  std::string name;
  std::string name_at_bytes;  // the same, before the bytes; a difference is a fault
  bool is_deflated = false;
  std::uint64_t begin = 0;  // of its bytes in the file
  std::uint64_t size = 0;   // of these bytes
  std::uint64_t bytes = 0;  // that they stand for, as the directory claims
  std::string fault;        // why what they stand for cannot be read; empty: it can
};

// Whether a file begins like a zip file.
bool is_zip(std::string_view start);

// The entries in the order of the directory. `file` must have a size. Throws InputError for a file
// that is not a zip file or is damaged, and for one that needs what is not supported.
std::vector<ZipEntry> read_zip_directory(ByteSource& file);

}  // namespace pagekin::input
