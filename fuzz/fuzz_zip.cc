// Reads any bytes as the directory of a zip file. Checks that the entries lie inside, apart from
// each other.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "pagekin/core/error.h"
#include "pagekin/input/zip_directory.h"

#include "support/memory_source.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  pagekin::test::MemorySource file(std::string(reinterpret_cast<const char*>(data), size));
  try {
    std::uint64_t total = 0;
    for (const pagekin::input::ZipEntry& entry : pagekin::input::read_zip_directory(file)) {
      total += entry.size;
      if (entry.begin + entry.size > size || total > size) {
        std::fprintf(stderr, "an entry is not inside of the file, or shares its bytes\n");
        std::abort();
      }
    }
  } catch (const pagekin::Error&) {
    // It says what is wrong.
  }
  return 0;
}
