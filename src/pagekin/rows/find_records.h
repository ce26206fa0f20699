// The records of a template without labels: the regions that are data, with the cells that a reader
// would name.
//
// A region is data if its rows differ from page to page and have two places at least that vary.
// Menus, whose rows are on most pages, are not. A container gives way to its parts, and parts of
// running text to the whole.
//
// Names of cells come from the header or label, an itemprop or the like, a class name that is not
// of the layout, or else the tag; never from values.
//
// Cost: that of region_table.h for each region whose rows vary.
// Limits: kMostRecords records of a template, kMostCells cells of a record.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pagekin/rows/region_table.h"

namespace pagekin::rows {

constexpr std::size_t kMostRecords = 12;
constexpr std::size_t kMostCells = 40;

// Those with most text first.
std::vector<RecordRule> find_records(const LaidPages& pages, const std::vector<Region>& regions);

// The rules with the highest scores, best first.
std::vector<RecordRule> best_rules(std::vector<std::pair<double, RecordRule>> all,
                                   std::size_t most);

// Sets by which rows of a region are distinguished from notes, sums and headings.
void set_usual(const LaidPages& pages, const Region& region, const RegionTable& table,
               RecordRule& rule);

}  // namespace pagekin::rows
