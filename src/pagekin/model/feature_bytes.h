// What a model keeps of a page: some of its features, as bytes and back.
//
// A mask of the parts that are there in 4 bytes, then these parts in their order in
// Features. Lists begin with their length. Lengths, tags, counts and sizes take one byte
// for each 7 bits; hashes 8 bytes, little-endian; fingerprints and first tags one byte an
// entry. Limits and bytes scanned, which no comparison looks at, are not kept.
//
// Cost: linear.
#pragma once

#include <string>

#include "pagekin/core/byte_reader.h"
#include "pagekin/features/features.h"

namespace pagekin::model {

// A copy of the parts that a measure with these needs compares, once it prepared them.
features::Features compared_parts(const features::Features& page, const features::Needs& needs);

std::string to_bytes(const features::Features& page);

// Takes the features of one page. Throws Error for bytes that to_bytes() cannot have
// made: whatever they are, every measure can then compare the page.
features::Features features_from(ByteReader& bytes);

}  // namespace pagekin::model
