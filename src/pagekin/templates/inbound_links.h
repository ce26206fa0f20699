// Where the pages of a site are linked from: for each, the kinds of places (see
// features/site_links.h) at which links to it stand.
//
// Cost: O(log n) a link, 8 bytes for each pair of target and place.
// Limits: a site with more than 65,536 such pairs has none: that many are of some thousand
// pages, and a part of the links would say "not linked" of pages that are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "pagekin/core/byte_reader.h"

namespace pagekin::templates {

class InboundLinks {
 public:
  // The links of one page, as site_links() gives them.
  void add(std::span<const std::uint64_t> links);

  // All that were added, as a set, whatever their order; none where there are too many.
  std::vector<std::uint64_t> all() const;

  // Hands over what is there; load() takes it up in its place. Throws Error for bytes that
  // save() does not write.
  void save(const std::function<void(std::string_view)>& write) const;
  void load(ByteReader& bytes);

 private:
  void settle();

  std::vector<std::uint64_t> links_;  // the first settled_ are a sorted set
  std::size_t settled_ = 0;
  bool are_too_many_ = false;
};

// The marks (MarkKind::kLink) of the places at which links to `target` stand; `links` is a
// sorted set. Sorted.
std::vector<std::uint64_t> link_marks(std::span<const std::uint64_t> links, std::uint64_t target);

}  // namespace pagekin::templates
