// Selectors for the rows of a record, and for the cells below a row.
//
// Candidates are made from rows that the wrapper found: the row by its own names, or from an
// element above it, without the numbers that distinguish one row from others; a cell by its names,
// or by the steps from the row. All are then evaluated on all pages, like those of
// suggest_selectors.h.
//
// A selector of a cell is asked below each row, and its first node counts. One without steps means
// the row itself.
//
// Cost: a few dozen candidates a row or cell.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/wrapper/queried_tree.h"
#include "pagekin/wrapper/suggest_selectors.h"

namespace pagekin::wrapper {

// is_stable(".class" or "#id") says whether the name belongs to the template.
std::vector<SuggestedSelector> suggest_row_selectors(
    const QueriedTree& tree, std::uint32_t row,
    const std::function<bool(std::string_view)>& is_stable);

// For a cell whose value is that of `element` in the row, or of this attribute of it.
std::vector<SuggestedSelector> suggest_cell_selectors(
    const QueriedTree& tree, std::uint32_t row, std::uint32_t element, std::string_view attribute,
    const std::function<bool(std::string_view)>& is_stable);

// A selector of a cell as XPath: ".//td[2]", "@href", ".". As CSS, which finds elements: empty for
// the row itself; nothing if CSS cannot say it.
std::string to_xpath_below(const NodeQuery& query);
std::optional<std::string> to_css_below(const NodeQuery& query);

}  // namespace pagekin::wrapper
