#include "pagekin/method/saved_crawl.h"

#include <cstdint>

#include "pagekin/core/byte_reader.h"
#include "pagekin/core/error.h"

namespace pagekin::method {

SavedCrawl read_saved_crawl(std::string_view bytes) {
  ByteReader reader(bytes);
  SavedCrawl saved;
  saved.evidence = reader.bytes(reader.number<std::uint32_t>());
  saved.pages.load(reader);
  if (!reader.at_end()) throw Error("something follows the pages");
  return saved;
}

}  // namespace pagekin::method
