// What a crawler reads from a page: the targets and XPaths of its links, and its template
// fingerprint.
//
// Every link counts, also several to one address; addresses are clean (clean_address.h). If a
// page has a path instead of an address, as in a directory, its links lead to paths.
//
// Cost: building the tree, and the bytes of addresses and XPaths.
// Limits: those of dom/links.h. Links that only a script, a form, a meta refresh or a frame would
// follow are not seen.
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

// The address as text, or the path if pages have paths.
std::string_view text_of(const PageLink& link);

// The address of the page is its id.
PageContent read_content(const Page& page, const CleanRules& rules,
                         const dom::LinkLimits& limits = {});

}  // namespace pagekin::crawl
