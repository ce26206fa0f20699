// Hints about the templates of some pages, by the numbers that the pages have in a run.
//
// pagekin::read_hints() of cluster.h is implemented here, too.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "pagekin/cluster.h"
#include "pagekin/core/page_ids.h"
#include "pagekin/templates/hints.h"

namespace pagekin::clustering {

struct NumberedHints {
  templates::Hints hints;
  std::size_t pages = 0;             // pages that they speak of
  std::vector<std::string> unknown;  // ids of pages that the run does not have
};

// Leaves out hints about pages that are not among these.
NumberedHints number_hints(std::span<const Hint> hints, const PageIds& pages);

// Throws InputError for a hint that says nothing and for one that contradicts those before it.
void check_hints(std::span<const Hint> hints);

}  // namespace pagekin::clustering
