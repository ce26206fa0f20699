// Compares the templates of two crawls: which are the same, new, gone, split or joined.
//
// A template of the old crawl and one of the new crawl are matched, each with one at most, by the
// first of these that holds:
//   addresses  both crawls were clustered together, but nearly all addresses of the old template
//              that both crawls have are of a new template: its design has changed, and what still
//              has its number are leftovers
//   number     both crawls were clustered together, and the number is the same
//   marks      the caller says that their pages have the same marks
//   addresses  half or more of the addresses of one of them, of those that both crawls have, are of
//              the other; the pair with most common addresses first
//   shape      no other template without a match has the same shape of address (see
//              url/address_shapes.h), and no address says otherwise
//   names      half or more of the names of one of them are names of the other: the site has new
//              addresses. A name is the last part of an address, without its ending and digits;
//              names that pages of several templates without a match have do not count
// A new template without a match whose addresses were mostly of an old template is split off, and
// the old one has split. An old template without a match whose addresses are mostly of a new one
// has joined it. Templates of one or two pages are odd, and are not compared. Addresses say
// something about a template only if both crawls have at least a tenth of its pages.
//
// Addresses are compared by their keys (see url/page_address.h).
// Cost: time O(n log n) in pages; memory 16 bytes a page, and O(templates).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pagekin/coverage/template_coverage.h"
#include "pagekin/diff.h"

namespace pagekin::coverage {

using pagekin::DiffState;

enum class MatchedBy : std::uint8_t { kNothing, kNumber, kMarks, kAddresses, kShape, kNames };
std::string_view to_text(MatchedBy matched_by);  // "" for kNothing

struct DiffRow {
  DiffState state = DiffState::kSame;  // kChanged is for the caller to set, who knows the marks
  std::uint32_t old_template = 0;      // 0: none
  std::uint32_t new_template = 0;      // 0: none
  MatchedBy matched_by = MatchedBy::kNothing;
  std::uint64_t old_pages = 0;
  std::uint64_t new_pages = 0;
  std::uint64_t both = 0;  // addresses that had the old template and have the new one
  // Templates that split off from it (new numbers), or that joined it (old numbers).
  std::vector<std::uint32_t> split_off;
  std::vector<std::uint32_t> joined_by;
  std::string shape;         // that most of its pages have; empty: none
  std::string_view example;  // a page; of the new crawl if there is one
};

struct DiffInput {
  std::span<const TemplatedPage> old_pages;  // template 0: left out
  std::span<const TemplatedPage> new_pages;
  bool same_numbers = false;  // both crawls were clustered together
  // Templates (old, new) that are the same by their marks.
  std::span<const std::pair<std::uint32_t, std::uint32_t>> same_marks;
};

// A page that both crawls have, by positions in the two lists.
struct PagePair {
  std::uint32_t old_page = 0;
  std::uint32_t new_page = 0;
};

struct TemplateDiff {
  std::vector<DiffRow> rows;     // by state, then the largest first
  std::vector<PagePair> paired;  // by address hash: pages of the same address, the first of each
};

// The result has views into what `input` refers to.
TemplateDiff diff_templates(const DiffInput& input);

}  // namespace pagekin::coverage
