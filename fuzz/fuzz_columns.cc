// Reads any bytes as chosen columns of a Parquet or Arrow file.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/byte_source.h"
#include "pagekin/core/error.h"
#include "pagekin/table/column_cells.h"

namespace {

class BytesSource final : public pagekin::ByteSource {
 public:
  explicit BytesSource(std::string_view bytes) : bytes_(bytes) {}
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
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  BytesSource file(bytes);
  try {
    const std::vector<std::string> wanted = {"url", "html", "id"};
    const auto cells = pagekin::table::is_parquet(bytes)
                           ? pagekin::table::open_parquet_columns(file, wanted)
                           : pagekin::table::open_arrow_columns(file, wanted);
    std::vector<pagekin::table::Cell> row;
    for (int rows = 0; rows < 100'000 && cells->next(row); ++rows) {
    }
  } catch (const pagekin::Error&) {
    // It says what is wrong.
  }
  return 0;
}
