// What a model keeps of a page: some of its features, as bytes and back.
//
// The format: a mask of the fields that are there in 4 bytes, then these fields in the
// order of their numbers (see features/feature_list.h). Lists begin with their length.
// Lengths, tags, counts and sizes are varints (see core/stored_numbers.h); hashes take 8
// bytes, little-endian; fingerprints and first tags one byte an entry. Fields that no
// measure compares are not kept.
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
