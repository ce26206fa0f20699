// What could be the records of a template: places that occur twice or more under one parent, and
// neighbouring places that do so equally often (dt and dd, h3 and p).
//
// A row whose text is on more than half of the pages that have the region is a header.
//
// Cost: linear in the occurrences of repeated places.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "pagekin/rows/merge_pages.h"
#include "pagekin/rows/read_rows.h"

namespace pagekin::rows {

struct RegionRow {
  std::uint32_t page = 0;
  Row elements;
  std::uint64_t text = 0;  // hash
  std::uint32_t size = 0;  // of the text
};

struct Region {
  std::vector<std::uint32_t> places;  // ascending
  std::uint32_t start = kNone;
  std::vector<RegionRow> rows;  // without headers, by page, in the order of the page
  std::vector<RegionRow> headers;
  std::vector<std::uint64_t> constant_rows;  // hashes of the texts of headers, ascending
  std::uint32_t pages = 0;                   // with rows
};

// The pages of a template, laid over each other.
class LaidPages {
 public:
  // The pages must outlive the object.
  explicit LaidPages(std::span<const RowPage* const> pages)
      : pages_(pages), merged_(merge_pages(pages)) {}

  std::size_t size() const { return pages_.size(); }
  const RowPage& page(std::uint32_t number) const { return *pages_[number]; }
  const MergedPages& merged() const { return merged_; }
  const PlaceTree& tree() const { return merged_.tree; }
  PlacedPage placed(std::uint32_t number) const {
    return {&merged_.tree, pages_[number], &merged_.places[number]};
  }

 private:
  std::span<const RowPage* const> pages_;
  MergedPages merged_;
};

std::vector<Region> find_regions(const LaidPages& pages);

// Calls visit(source, value) for all that could be a cell of a row; values are not empty.
void each_feature(const PlacedPage& page, const RowElements& elements,
                  const std::function<void(const CellSource&, std::string&&)>& visit);

// Which of two sources that give the same values is the better one: greater ones. Texts come before
// parts of texts, these before attributes; places with a name that lie deep come first, but a body
// before its paragraphs.
std::uint64_t preference(const PlaceTree& tree, const CellSource& source);

// Elements of running text: p, b, br ...
bool is_flow(html::TagId tag);
// Those of running text that are blocks: p, ul, blockquote ...
bool is_paragraph(html::TagId tag);
// Elements that are things of their own: headings, links, cells.
bool is_thing(html::TagId tag);

}  // namespace pagekin::rows
