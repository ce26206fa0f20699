#include "pagekin/method/saved_fingerprints.h"

#include "pagekin/core/byte_reader.h"
#include "pagekin/core/error.h"
#include "pagekin/core/stored_numbers.h"

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
  saved.pages = read_list<std::uint32_t>(reader);
  if (!reader.at_end()) throw Error("there are bytes after its end");
  for (const std::uint32_t number : saved.pages) {
    if (number >= count) throw Error("a page has a fingerprint that is not there");
  }
  return saved;
}

}  // namespace pagekin::method
