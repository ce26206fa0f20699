// Which templates a crawl lacks, beside an older crawl and what a sitemap names.
//
// Pages of both crawls have their template already. Addresses are compared as
// url/canonical.h writes them, without their scheme: http and https are one site. Ids that are no
// addresses are compared as they are.
//
// An address of the sitemap that neither crawl has is given a template by its shape (see
// url/shapes.h): of its shapes the most specific that any page of the crawls has, and of the
// templates of such pages the most frequent. Addresses of hosts that no page is of are not
// compared: a sitemap speaks for its own site only.
//
// Source: Gowda, Mattmann: Clustering Web Pages Based on Structure and Style Similarity, 2016,
// section 2, item 4 (crawl coverage test).
// Cost: time O(n log n) in pages and addresses; memory 16 bytes a page beside the ids, and the four
// shapes of each address that is in neither crawl.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pagekin::coverage {

struct TemplatedPage {
  std::string_view id;
  std::uint32_t template_number = 0;  // from 1
};

enum class CoverageState : std::uint8_t {
  kMissing,       // the old crawl has it, the new one lacks it
  kUnknownShape,  // no template: addresses in the sitemap, and no page of either crawl is like them
  kReplaced,  // the new crawl lacks it, but has half or more of its addresses, with other templates
  kFewer,     // fewer pages than in the old crawl
  kNew,       // the old crawl lacks it
  kMore,
  kSame,
  kOtherHost,  // no template: addresses in the sitemap of a host that no page is of
};
std::string_view to_text(CoverageState state);

// A template, or addresses that have none.
struct CoverageRow {
  std::uint32_t template_number = 0;  // 0: none
  CoverageState state = CoverageState::kSame;
  std::uint64_t old_pages = 0;
  std::uint64_t new_pages = 0;
  std::uint64_t both = 0;         // addresses of it in both crawls
  std::uint64_t moved = 0;        // its addresses in the old crawl that have another template now
  std::uint32_t moved_to = 0;     // the template that has most of these; 0: none
  std::uint64_t in_sitemap = 0;   // addresses
  std::uint64_t not_crawled = 0;  // of these, not in the new crawl
  std::string shape;              // of most of its pages; empty: there is none
  std::string_view
      example;  // a page, with this shape if there is one; the first, new ones before old ones
};

// An address that the old crawl or the sitemap has and the new crawl lacks.
struct NotCrawled {
  std::string_view address;
  std::uint32_t template_number = 0;  // 0: not known
  bool in_old = false;
  bool in_sitemap = false;
};

struct CoverageInput {
  std::span<const TemplatedPage> new_pages;
  std::span<const TemplatedPage> old_pages;
  std::span<const std::string> sitemap;  // addresses; those that occur again count once
  bool has_old = true;                   // false: the sitemap takes the place of the old crawl
};

struct TemplateCoverage {
  std::vector<CoverageRow> rows;        // what matters most first
  std::vector<NotCrawled> not_crawled;  // those of the old crawl first, then by the sitemap
  std::uint64_t sitemap_addresses = 0;  // of hosts that are in a crawl
  std::uint64_t sitemap_crawled = 0;    // of these, in the new crawl
  std::uint64_t other_host_addresses = 0;
  std::size_t addresses = 0;  // of pages: ids that are addresses
};

// Views are into what `input` names.
TemplateCoverage cover_templates(const CoverageInput& input);

}  // namespace pagekin::coverage
