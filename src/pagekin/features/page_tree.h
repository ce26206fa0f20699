// The tree of a page, for those who look at more than features.
#pragma once

#include <functional>

#include "pagekin/dom/build.h"
#include "pagekin/features/features.h"

namespace pagekin::features {

// Hands over the tree of a page, decoded as extract() does, valid during the call. What comes
// back holds the page's template fingerprint of so many entries, if any are asked for.
Features read_page_tree(const Page& page, const dom::BuildOptions& options, int fingerprint_length,
                        const std::function<void(const dom::Tree&)>& read);

}  // namespace pagekin::features
