// Reads any bytes as the directory of a zip file. Checks that the entries lie inside, apart from
// each other.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <vector>

#include "pagekin/core/byte_source.h"
#include "pagekin/core/error.h"
#include "pagekin/input/zip_directory.h"

namespace {

class ZipBytes final : public pagekin::ByteSource {
 public:
  explicit ZipBytes(std::string_view bytes) : bytes_(bytes) {}
  std::size_t read_at(std::uint64_t offset, std::span<char> out) override {
    if (offset >= bytes_.size()) return 0;
    return bytes_.copy(out.data(), out.size(), static_cast<std::size_t>(offset));
  }
  std::optional<std::uint64_t> size() const override { return bytes_.size(); }

 private:
  std::string_view bytes_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ZipBytes file({reinterpret_cast<const char*>(data), size});
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
