// Finds the templates that a crawl lacks, compared with an older crawl and a sitemap.
//
// The pages of both crawls have their templates already. Addresses are compared by their keys (see
// url/page_address.h): http and https are one site, and other ids are compared as they are.
//
// An address of the sitemap that is in neither crawl gets a template by its shape (see
// url/address_shapes.h): the most specific of its shapes that any page of the crawls has, and the
// most frequent template of these pages. Addresses of hosts without a page are not compared,
// because a sitemap is about its own site only.
//
// Source: Gowda and Mattmann (2016): Clustering Web Pages Based on Structure and Style Similarity,
// section 2, item 4 (crawl coverage test).
// Cost: time O(n log n) in pages and addresses; memory 16 bytes a page besides the ids, and the
// four shapes of each address that is in neither crawl.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/coverage.h"

namespace pagekin::coverage {

struct TemplatedPage {
  std::string_view id;
  std::uint32_t template_number = 0;  // from 1
};

using pagekin::CoverageRow;
using pagekin::CoverageState;
using pagekin::NotCrawled;

struct CoverageInput {
  std::span<const TemplatedPage> new_pages;
  std::span<const TemplatedPage> old_pages;
  std::span<const std::string> sitemap;  // addresses; repeated ones count once
  bool has_old = true;                   // false: the sitemap takes the place of the old crawl
};

struct TemplateCoverage {
  std::vector<CoverageRow> rows;        // the most important first
  std::vector<NotCrawled> not_crawled;  // first those of the old crawl, then those of the sitemap
  std::uint64_t sitemap_addresses = 0;  // of hosts that are in a crawl
  std::uint64_t sitemap_crawled = 0;    // of these, those in the new crawl
  std::uint64_t other_host_addresses = 0;
  std::size_t addresses = 0;  // page ids that are addresses
};

// The result has views into what `input` refers to.
TemplateCoverage cover_templates(const CoverageInput& input);

}  // namespace pagekin::coverage
