// The part of a clustering that its description needs.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pagekin/core/clustering.h"
#include "pagekin/core/page_ids.h"

namespace pagekin::describe {

// A view: ids, labels and numbers stay with the caller.
struct ClusteredPages {
  const PageIds* ids = nullptr;
  std::span<const int> labels;   // by page
  std::span<const int> numbers;  // by label: the number that users see, from 1
  // By page, of the first pages: it is from an earlier run and cannot be read again.
  std::vector<bool> unread = {};

  bool can_be_read(PageId page) const { return page >= unread.size() || !unread[page]; }

  // The number of the page's cluster; 0: left out.
  int number_of(PageId page) const {
    const int label = labels[page];
    return label == kLeftOut ? 0 : numbers[static_cast<std::size_t>(label)];
  }
};

}  // namespace pagekin::describe
