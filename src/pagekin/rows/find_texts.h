// Whole texts of a template without labels: elements that hold running text, such as all
// paragraphs of a description, or a line with links and marked words in it.
//
// An element is a text if each page has one at its place, if several texts, paragraphs or lists
// stand in it on three pages of ten or more, and if it is of one piece: it holds no text of the
// template (on one page of ten at most), no rows of a record and no part with a name of its own.
// Constant parts at its edge ("Share this") are left out. Of texts inside each other the outermost
// counts.
//
// Cost: linear in the elements and texts of all pages.
// Limits: kMostTexts texts of a template.
#pragma once

#include <cstddef>
#include <vector>

#include "pagekin/rows/record_model.h"
#include "pagekin/rows/regions.h"

namespace pagekin::rows {

constexpr std::size_t kMostTexts = 12;

// Each as a record of one row and one cell. Those with most text first.
std::vector<RecordRule> find_texts(const LaidPages& pages, const std::vector<RecordRule>& records);

}  // namespace pagekin::rows
