// Makes a crawl store of pages that were fetched before, with their links and XPaths.
//
// Pages are stored under their ids. A page whose id is in the store already is not changed, so
// the first capture of an address counts, and a second import changes nothing. In the end a walk
// over the links (first_reached.h) determines the link through which each page is first reached.
// Targets of links are matched to pages as in the method `uxclust` (features/link_xpaths.h).
//
// Pages are read in parallel and written in input order. What was written before an interruption
// stays; another import continues.
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
  std::uint64_t known = 0;    // in the store already, or repeated in the inputs
  std::uint64_t skipped = 0;  // reported as incidents
  std::uint64_t links = 0;
  std::uint64_t seeds = 0;         // pages that no link leads to
  PassedOverCounts passed_over{};  // by PassedOver
  PageCounts counts;               // of what was read, whether it was known or not
};

// Throws Error for a store that was made by a crawl.
ImportReport import_pages(const ImportOptions& options, store::CrawlWriter& store,
                          const std::function<void(const Incident&)>& on_incident = nullptr,
                          Progress* progress = nullptr);

}  // namespace pagekin::crawl
