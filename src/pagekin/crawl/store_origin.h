// How a store was made: by a crawl or by an import. The two cannot be mixed, because the order in
// which pages were reached has another meaning in each.
#pragma once

#include <string>
#include <string_view>

#include "pagekin/core/error.h"
#include "pagekin/store/crawl_store.h"

namespace pagekin::crawl {

// `origin` is "crawl" or "import". Throws Error for a store of the other kind.
inline void claim_store(store::CrawlWriter& store, std::string_view origin) {
  const std::string known = store.reader().meta("origin").value_or("");
  if (known == origin) return;
  if (!known.empty()) {
    throw Error("the store was made by " + std::string(known == "crawl" ? "a crawl" : "an import") +
                "; name another one");
  }
  store.transact([&] { store.set_meta("origin", origin); });
}

}  // namespace pagekin::crawl
