// Reads any bytes as a sitemap. Checks that the results are addresses that stay the same when
// read again, and that the size of their shapes is linear.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "pagekin/core/error.h"
#include "pagekin/sitemap/sitemap.h"
#include "pagekin/url/address_shapes.h"
#include "pagekin/url/url.h"

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const pagekin::sitemap::Limits limits{.max_bytes = 1 << 20, .max_addresses = 1000};
  try {
    const auto sitemap = pagekin::sitemap::read_sitemap(bytes, limits);
    require(sitemap.addresses.size() <= limits.max_addresses, "there are too many addresses");
    for (const std::string& address : sitemap.addresses) {
      const auto url = pagekin::url::parse(address);
      require(url && url->is_http() && url->href() == address, "an address is none");
      for (const std::string& shape : pagekin::url::address_shapes(address)) {
        require(shape.size() <= 3 * address.size() + 8, "a shape is long");
      }
    }
  } catch (const pagekin::Error&) {
    // No sitemap.
  }
  return 0;
}
