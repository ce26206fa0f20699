// All features of a page, as bytes and back, so that one machine can extract what another one
// clusters.
//
// The format: a version in one byte; site and link target in 8 bytes each; marks, marks of the
// address and links, each as their number (a varint, see core/stored_numbers.h) and 8 bytes an
// entry; then what measures compare (see feature_bytes.h). Hashes are written as they are: pages of
// one template share long runs of them, which any compression finds. Links with XPaths, the page's
// id and what was noted about the extraction are not kept.
//
// The bytes are for one run, not for files: another version may refuse them.
//
// Cost: linear.
#pragma once

#include <string>
#include <string_view>

#include "pagekin/features/features.h"

namespace pagekin::model {

std::string extracted_bytes(const features::Features& page);

// Throws Error for bytes that extracted_bytes() cannot have made.
features::Features extracted_from(std::string_view bytes);

}  // namespace pagekin::model
