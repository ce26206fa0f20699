// A crawl store from pages that were fetched before, links and XPaths included.
//
// Pages are stored under their ids. A page whose id the store has already is left as it is,
// so the first capture of an address counts and doing it again changes nothing. When all pages
// are there, a walk over their links (first_reached.h) says through which link each is first
// reached; links lead to pages as the method `uxclust` sees it (features/link_xpaths.h).
//
// Pages are read in parallel and written in input order. What was written before an
// interruption is there; doing it again goes on.
//
// Cost: reading pages, their trees and links, and writing; the store's writer.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "pagekin/core/page.h"
#include "pagekin/core/progress.h"
#include "pagekin/crawl/clean_address.h"
#include "pagekin/dom/links.h"
#include "pagekin/input/read_pages.h"
#include "pagekin/store/crawl_store.h"

namespace pagekin::crawl {

struct ImportOptions {
  std::vector<std::string> inputs;
  input::ReadOptions read;
  CleanRules clean;
  dom::LinkLimits links;
};

struct ImportReport {
  std::uint64_t pages = 0;    // new in the store
  std::uint64_t known = 0;    // there already, or several times in the inputs
  std::uint64_t skipped = 0;  // for which there was an incident
  std::uint64_t links = 0;
  std::uint64_t seeds = 0;  // pages that no link leads to
};

// Throws Error for a store that was made by a crawl.
ImportReport import_pages(const ImportOptions& options, store::CrawlWriter& store,
                          const std::function<void(const Incident&)>& on_incident = nullptr,
                          Progress* progress = nullptr);

}  // namespace pagekin::crawl
