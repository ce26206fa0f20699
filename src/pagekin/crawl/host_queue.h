// The pages of one host that wait to be fetched, in the order of the crawl.
//
// Breadth-first: by depth, then in the order in which they were found. A page whose way is
// exhausted (template_budget.h) when its turn comes goes behind all others.
//
// Cost: O(log n) a page, 40 bytes each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <queue>
#include <vector>

#include "pagekin/crawl/template_budget.h"

namespace pagekin::crawl {

struct WaitingPage {
  std::int64_t page = 0;  // numbers of the store
  std::int64_t url = 0;
  std::int64_t xpath = 0;  // 0: a seed
  std::uint64_t way = 0;   // see template_budget.h; 0 without a budget
  std::int32_t depth = 0;
  std::int32_t run =
      0;  // pages before it in a chain that led only to pages of the same address shape
};

class HostQueue {
 public:
  void push(const WaitingPage& page) { first_.push(page); }

  std::optional<WaitingPage> pop(TemplateBudget& budget) {
    while (!first_.empty()) {
      const WaitingPage page = first_.top();
      first_.pop();
      if (!budget.is_exhausted(page.way)) return page;
      last_.push(page);
    }
    if (last_.empty()) return std::nullopt;
    const WaitingPage page = last_.top();
    last_.pop();
    return page;
  }

  bool empty() const { return first_.empty() && last_.empty(); }
  std::size_t size() const { return first_.size() + last_.size(); }

 private:
  struct IsLater {
    bool operator()(const WaitingPage& a, const WaitingPage& b) const {
      return a.depth != b.depth ? a.depth > b.depth : a.page > b.page;
    }
  };
  using Queue = std::priority_queue<WaitingPage, std::vector<WaitingPage>, IsLater>;
  Queue first_;
  Queue last_;
};

}  // namespace pagekin::crawl
