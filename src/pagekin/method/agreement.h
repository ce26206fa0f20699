// Finds the pages that do not belong to their group. Most pages of one template begin with
// tags that give almost the same template fingerprint. A page that differs may be the
// answer to something else: an error page, or a page that the server substituted.
//
// Fingerprints of a group that match, directly or through a chain of matches, are one kind.
// The group is of the kind that more than half of its pages are of. If there is no such
// kind, all pages agree.
//
// Source: Grigalis, Cenys: Using XPaths of Inbound Links to Cluster Template-Generated Web
// Pages, 2014, sections 4.4 and 5, which ask for such a check and do not say how; matching:
// Hachenberg, Gottron, CIKM 2013 (sketch/fingerprint_index.h).
// Cost: expected time O(length) a page; 4 bytes a page and the index.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "pagekin/features/fingerprint.h"

namespace pagekin::method {

// By page, from 0 to page_count - 1: whether it is of the kind of the group.
struct Agreement {
  std::vector<bool> agrees;
  bool has_kind = true;  // false: no kind has more than half of the pages, and all agree
};

Agreement agreement(std::size_t page_count,
                    const std::function<std::vector<std::uint8_t>(std::size_t)>& fingerprint);

}  // namespace pagekin::method
