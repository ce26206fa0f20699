// Reads any bytes as a table of the places of WARC records.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "pagekin/core/byte_source.h"
#include "pagekin/core/error.h"
#include "pagekin/input/coordinates.h"

namespace {

class TableBytes final : public pagekin::ByteSource {
 public:
  explicit TableBytes(std::string bytes) : bytes_(std::move(bytes)) {}
  std::size_t read_at(std::uint64_t offset, std::span<char> out) override {
    if (offset >= bytes_.size()) return 0;
    return bytes_.copy(out.data(), out.size(), static_cast<std::size_t>(offset));
  }
  std::optional<std::uint64_t> size() const override { return bytes_.size(); }

 private:
  std::string bytes_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const auto reader = pagekin::input::read_coordinates(
        std::make_unique<TableBytes>(std::string(reinterpret_cast<const char*>(data), size)),
        "fuzz");
    pagekin::input::Coordinates row;
    for (int rows = 0; rows < 100'000 && reader->next(row); ++rows) {
    }
  } catch (const pagekin::Error&) {
    // It says what is wrong.
  }
  return 0;
}
