// The links to the pages of a site: for each page, the kinds of places (see
// features/site_links.h) at which links to it stand.
//
// Cost: time O(log n) a link; 8 bytes for each pair of target and place.
// Limits: a site with more than 65,536 pairs keeps none. That many pairs come from some
// thousand pages, and keeping only a part of them would make linked pages look unlinked.
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
  // Adds the links of one page, as site_links() returns them.
  void add(std::span<const std::uint64_t> links);

  // Drops the links that add() would drop. May be called by several threads at once.
  void drop_known(std::vector<std::uint64_t>& links) const;

  // Returns all links as a set, independent of the order of the pages; empty if there are
  // too many.
  std::vector<std::uint64_t> all() const;

  // Writes the links. load() replaces them by what was written. It throws Error for bytes
  // that save() cannot have written.
  void save(const std::function<void(std::string_view)>& write) const;
  void load(ByteReader& bytes);

 private:
  void settle();

  std::vector<std::uint64_t> links_;  // the first settled_ are a sorted set
  std::size_t settled_ = 0;
  bool are_too_many_ = false;
};

// Returns the marks (MarkKind::kLink), sorted, of the places at which links to `target`
// stand. `links` is a sorted set.
std::vector<std::uint64_t> link_marks(std::span<const std::uint64_t> links, std::uint64_t target);

}  // namespace pagekin::templates
