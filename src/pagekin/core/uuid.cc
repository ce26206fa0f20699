#include "pagekin/core/uuid.h"

#include <fmt/format.h>

namespace pagekin {

std::string uuid_from(std::uint64_t first, std::uint64_t second) {
  const std::uint64_t high = (first & ~std::uint64_t{0xf000}) | 0x4000;
  const std::uint64_t low = second >> 2 | std::uint64_t{1} << 63;
  return fmt::format("{:08x}-{:04x}-{:04x}-{:04x}-{:012x}", high >> 32, high >> 16 & 0xffff,
                     high & 0xffff, low >> 48, low & 0xffffffffffff);
}

}  // namespace pagekin
