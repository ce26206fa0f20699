// Selectors for the records of a template: one for the rows, one for each cell below a row.
//
// Cells are checked on the rows that the wrapper finds. Rows are checked with the best selector of
// each cell: a page counts as right if all its rows come out, and no other. What has none of the
// cells, such as a header, is not a row.
//
// Limits: kSeedRows rows of a page give candidates, wrapper::kMostCandidates of a cell or record. A
// row that is several elements side by side has no selector.
//
// Cost: O(elements of the rows * candidates) a page.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/rows/read_rows.h"
#include "pagekin/wrapper/suggest_row_selectors.h"
#include "pagekin/wrapper/wrapper.h"

namespace pagekin::extraction {

struct CellSelectors {
  std::string cell;
  rows::Cut cut;             // of the text that the selector finds
  std::uint32_t filled = 0;  // rows with a value
  // Hits and misses are rows; `several`: rows on which CSS finds another element.
  std::vector<wrapper::SuggestedSelector> selectors;
};

struct RecordSelectors {
  std::string record;
  std::uint32_t pages = 0;   // of the template
  std::uint32_t filled = 0;  // with rows
  std::uint32_t rows = 0;
  bool has_one_element = true;  // a row; else there are no selectors
  // Hits and misses are pages; `several`: pages on which it also finds what is not a row.
  std::vector<wrapper::SuggestedSelector> selectors;
  std::vector<CellSelectors> cells;
};

// The rows of all records of a template on one page, by the wrapper.
struct PageRows {
  rows::RowPage page;
  std::vector<std::uint32_t> places;             // by element
  std::vector<std::vector<rows::FoundRow>> all;  // by record

  std::size_t filled() const;  // records with rows
};
void read_page_rows(const wrapper::TemplateRules& rules, const dom::Tree& tree,
                    std::string_view address, PageRows& rows);

// One entry for each record, with nothing counted.
std::vector<RecordSelectors> record_selectors_of(const wrapper::TemplateRules& rules);

// Adds the candidates of a page.
void suggest_record_selectors(const wrapper::TemplateRules& rules, const wrapper::QueriedTree& tree,
                              const PageRows& rows,
                              const std::function<bool(std::string_view)>& is_stable,
                              std::vector<RecordSelectors>& records);

// Counts a page: first cells, on copies with nothing counted; then, with the selectors of each cell
// ranked, rows.
void check_cell_selectors(const wrapper::TemplateRules& rules, const wrapper::QueriedTree& tree,
                          const PageRows& rows, std::vector<RecordSelectors>& records);
void check_row_selectors(const wrapper::TemplateRules& rules, const wrapper::QueriedTree& tree,
                         const PageRows& rows, std::vector<RecordSelectors>& records);

// Adds what was counted on one page, or candidates that are not there yet.
void add_cell_counts(const std::vector<RecordSelectors>& page,
                     std::vector<RecordSelectors>& records);
void add_row_counts(const std::vector<RecordSelectors>& page,
                    std::vector<RecordSelectors>& records);
void add_candidates(std::vector<RecordSelectors> page, std::vector<RecordSelectors>& records);

}  // namespace pagekin::extraction
