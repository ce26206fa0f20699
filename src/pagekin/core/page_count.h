// How many pages have something.
#pragma once

#include <cstdint>

namespace pagekin {

// Counts pages that come in order; a page counts once.
class PageCount {
 public:
  // Whether the page was not counted yet.
  bool add(std::uint32_t page) {
    if (last_ == page + 1) return false;
    last_ = page + 1;
    ++pages_;
    return true;
  }
  std::uint32_t pages() const { return pages_; }

 private:
  std::uint32_t last_ = 0;
  std::uint32_t pages_ = 0;
};

}  // namespace pagekin
