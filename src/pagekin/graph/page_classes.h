// Equal pages, as one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/core/page.h"
#include "pagekin/core/verdicts.h"
#include "pagekin/measure/overlap.h"

namespace pagekin::graph {

// A class is a set of pages that a measure cannot distinguish. Classes are numbered by
// their first page.
struct PageClasses {
  std::vector<std::uint32_t> class_of;  // by page
  std::vector<std::uint32_t> sizes;     // by class: number of pages
  std::vector<PageId> standing;         // by class: its first page, which represents it

  std::uint64_t equal_pairs() const;  // number of pairs of pages in one class
};

PageClasses classes_of(const Verdicts& verdicts, std::size_t pages);

// The classes of pages with equal sets, given the set of each page.
PageClasses classes_of(std::span<const measure::SortedHashes> sets);

}  // namespace pagekin::graph
