// The features that a model keeps of a page, as bytes and back.
//
// The format: a mask of the fields that are present in 4 bytes, then these fields in the
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

// Returns a copy of the fields that a measure with these needs compares after preparing a
// page.
features::Features compared_parts(const features::Features& page, const features::Needs& needs);

std::string to_bytes(const features::Features& page);

// Reads the features of one page. Throws Error for bytes that to_bytes() cannot have made,
// so that every measure can compare the result.
features::Features features_from(ByteReader& bytes);

}  // namespace pagekin::model
