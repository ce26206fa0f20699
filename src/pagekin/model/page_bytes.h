// All features of a page as bytes and back, for programs that extract them on one machine and
// cluster them on another.
//
// The format: the bytes of feature_bytes.h; a byte with the limits that were hit; then marks and
// url_marks, the site, site_links, the link target, link_xpaths and the address, the page's id and
// the number of bytes scanned. Lists and texts begin with their length; lengths and the last
// number are varints, hashes take 8 bytes, little-endian.
//
// Cost: linear.
#pragma once

#include <string>

#include "pagekin/core/byte_reader.h"
#include "pagekin/features/features.h"

namespace pagekin::model {

std::string page_to_bytes(const features::Features& page);

// Throws Error for bytes that page_to_bytes() cannot have made, so that every method can use the
// result.
features::Features page_from(ByteReader& bytes);

}  // namespace pagekin::model
