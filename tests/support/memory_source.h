// Bytes in memory as a ByteSource; can be told to hand out small pieces, to hide
// its size as a pipe does, and to fail.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "pagekin/core/byte_source.h"
#include "pagekin/core/error.h"

namespace pagekin::test {

class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::string bytes) : bytes_(std::move(bytes)) {}

  std::size_t piece = std::numeric_limits<std::size_t>::max();         // most bytes a read gives
  bool sized = true;                                                   // false: size() is unknown
  std::uint64_t fails_at = std::numeric_limits<std::uint64_t>::max();  // reads from here on throw

  std::size_t read_at(std::uint64_t offset, std::span<char> out) override {
    if (offset >= fails_at) throw Error("read error at byte " + std::to_string(offset));
    if (offset >= bytes_.size()) return 0;
    const std::size_t count = std::min({out.size(), bytes_.size() - offset, piece});
    std::copy_n(bytes_.data() + offset, count, out.data());
    return count;
  }
  std::optional<std::uint64_t> size() const override {
    return sized ? std::optional<std::uint64_t>(bytes_.size()) : std::nullopt;
  }

 private:
  std::string bytes_;
};

}  // namespace pagekin::test
