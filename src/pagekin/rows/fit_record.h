// A record from labelled rows: the region whose rows have the labels, and where each cell is.
//
// Labels are lists of values, one list a cell, in the order of the page; a list may be shorter than
// others where rows lack the cell. The cells with most values say which rows are labelled: these
// are aligned with the rows of a region in order (a whole value counts 1, a part of the row's text
// 0.4). Each cell takes the source that gives its labels in most of these rows; of equally good
// ones that which bears the cell's name, is filled in most rows of all pages, and says most. Where
// none gives a whole label, the label is cut out of a text between two constant texts.
//
// A region is scored by the share of labels that it gives, less a part of the rows that it has and
// the labels have not. If one or two rows are labelled and the page has more, the others are taken
// for rows that the user did not label. Else rows that the rule has and the labels have not lower
// its agreement: the first post, say, where only the answers are labelled.
//
// Rows that most pages have are headers if labelled pages have them and labels have not, and rows
// if they are labelled. The rule says what its labels leave open: rows that most other pages have,
// sections with rows that no labelled page has, and texts around cells (see record_model.h).
//
// Cost: for each region with some of the labels, O(labels * rows) of the labelled pages, and the
// features of all its rows. The rows of all pages are read once more for their sections.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pagekin/rows/find_records.h"

namespace pagekin::rows {

struct LabelledRows {
  std::uint32_t page = 0;                        // of the laid pages
  std::vector<std::vector<std::string>> values;  // by cell
};

// Nothing: no region has half of the labels. Cells without a source are left out of the rule.
std::optional<RecordRule> fit_record(const LaidPages& pages, const std::vector<Region>& regions,
                                     const std::string& name, const std::vector<std::string>& cells,
                                     const std::vector<LabelledRows>& labels);

}  // namespace pagekin::rows
