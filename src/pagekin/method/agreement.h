// Which pages of a group look like the group: most pages of one template begin with tags
// that give almost the same template fingerprint, so a page that differs may be an answer
// to something else: a "sorry" page, or one that the server quietly put in its place.
//
// Fingerprints of a group that match, and chains of such, are one kind. The kind that more
// than half of the pages are of is that of the group; where there is none, no page is odd.
//
// Source: Grigalis, Cenys: Using XPaths of Inbound Links to Cluster Template-Generated Web
// Pages, sections 4.4 and 5, which ask for it and leave open how; what matches: Hachenberg,
// Gottron, CIKM 2013 (sketch/fingerprint_index.h).
// Cost: expected time O(length) a page; 4 bytes a page and the index.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "pagekin/features/fingerprint.h"

namespace pagekin::method {

// By page, from 0 to page_count - 1: whether it is of the kind of most.
struct Agreement {
  std::vector<bool> agrees;
  bool has_kind = true;  // false: no kind holds more than half, and all agree
};

Agreement agreement(std::size_t page_count,
                    const std::function<std::vector<std::uint8_t>(std::size_t)>& fingerprint);

}  // namespace pagekin::method
