#include "pagekin/method/saved_fingerprints.h"

#include <cstring>

#include "pagekin/core/byte_reader.h"
#include "pagekin/core/error.h"

namespace pagekin::method {

SavedFingerprints read_saved_fingerprints(std::string_view bytes) {
  ByteReader reader(bytes);
  SavedFingerprints saved;
  saved.options = reader.bytes(reader.number<std::uint32_t>());
  const auto count = reader.number<std::uint32_t>();
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::string_view entries = reader.bytes(reader.number<std::uint8_t>());
    if (entries.find('\xff') != std::string_view::npos) {
      throw Error("a fingerprint has an entry that is too large");
    }
    saved.fingerprints.emplace_back(reinterpret_cast<const std::uint8_t*>(entries.data()),
                                    entries.size());
  }
  const auto page_count = reader.number<std::uint32_t>();
  const std::string_view pages = reader.bytes(std::size_t{page_count} * sizeof(std::uint32_t));
  if (!reader.at_end()) throw Error("there are bytes behind its end");
  saved.pages.resize(page_count);
  if (page_count > 0) std::memcpy(saved.pages.data(), pages.data(), pages.size());
  for (const std::uint32_t number : saved.pages) {
    if (number >= count) throw Error("a page has a fingerprint that is not there");
  }
  return saved;
}

}  // namespace pagekin::method
