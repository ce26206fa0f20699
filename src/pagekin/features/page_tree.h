// The tree of a page, for callers that need more than features.
#pragma once

#include <functional>

#include "pagekin/dom/build.h"
#include "pagekin/features/features.h"

namespace pagekin::features {

// Passes the tree of a page, decoded as by extract(), to `read`; it is valid during the
// call. The result holds the page's template fingerprint of `fingerprint_length` entries
// (0: none).
Features read_page_tree(const Page& page, const dom::BuildOptions& options, int fingerprint_length,
                        const std::function<void(const dom::Tree&)>& read);

}  // namespace pagekin::features
