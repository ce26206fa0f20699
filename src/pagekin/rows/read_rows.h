// The rows of a page, and the values of their cells.
//
// Cost: time linear in the rows, times the depth of what they hold; memory of one page.
// Limit: kMostLevels levels below a row.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pagekin/rows/record_model.h"

namespace pagekin::rows {

constexpr int kMostLevels = 25;

// A page with the place of each element.
struct PlacedPage {
  const PlaceTree* tree = nullptr;
  const RowPage* page = nullptr;
  const std::vector<std::uint32_t>* places = nullptr;

  std::uint32_t place_of(std::uint32_t element) const { return (*places)[element]; }
};

// A row: one element, or several siblings.
using Row = std::vector<std::uint32_t>;

// What could be rows of the record, in the order of the page; header rows are among them.
std::vector<Row> rows_of(const PlacedPage& page, std::span<const std::uint32_t> places,
                         std::uint32_t start);

std::string row_text(const RowPage& page, const Row& row);

// The elements of a row by place, ascending, those of a place in the order of the page.
using RowElements = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
void collect(const PlacedPage& page, const Row& row, RowElements& elements);
std::span<const RowElements::value_type> elements_at(const RowElements& elements,
                                                     std::uint32_t place);

// The places of a row two levels deep, ascending; also those without text.
std::vector<std::uint32_t> shape_of(const PlacedPage& page, const Row& row);
bool is_alike(const std::vector<std::uint32_t>& shape,
              const std::vector<std::vector<std::uint32_t>>& shapes, double least);

// The value at a source; empty: none.
std::string value_at(const PlacedPage& page, const RowElements& elements, const CellSource& source);
// The value of the elements of one place.
std::string value_of(const PlacedPage& page,
                     std::span<const std::pair<std::uint32_t, std::uint32_t>> elements, Part part,
                     std::uint8_t number);

struct FoundRow {
  std::uint32_t element = 0;       // its first
  std::vector<std::string> cells;  // by cell of the rule; empty: it lacks the cell
  bool is_doubtful = false;  // nobody knows whether it is a row, or a cell may be another text
};

// The rows of a record on a page.
std::vector<FoundRow> read_rows(const PlacedPage& page, const RecordRule& rule);

}  // namespace pagekin::rows
