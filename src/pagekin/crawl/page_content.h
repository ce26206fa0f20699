// What a crawler takes from a page: where its links lead, at which XPath each of them stands,
// and the page's template fingerprint.
//
// Every link counts, also several to one address; addresses are clean (clean_address.h).
// Pages that have no address but a path, as those of a directory, have links to paths.
//
// Cost: building the tree, and the bytes of addresses and XPaths.
// Limits: those of dom/links.h. Links that are no links to a browser without scripts are not
// seen: forms, meta refresh, frames.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/page.h"
#include "pagekin/crawl/clean_address.h"
#include "pagekin/dom/links.h"

namespace pagekin::crawl {

struct PageLink {
  CleanAddress target;
  std::string xpath;
  bool nofollow = false;
};

struct PageContent {
  std::vector<PageLink> links;  // in document order
  dom::DroppedLinks dropped;
  std::vector<std::uint8_t> fingerprint;
};

// The address as text; where pages have paths, the path.
std::string_view text_of(const PageLink& link);

// The address of the page is its id.
PageContent read_content(const Page& page, const CleanRules& rules,
                         const dom::LinkLimits& limits = {});

}  // namespace pagekin::crawl
