// Whole numbers as Parquet keeps differences of them (DELTA_BINARY_PACKED): blocks of miniblocks of
// differences, each in as few bits as it needs.
//
// Source: Apache Parquet, "Encodings", delta encoding. Cost: linear in the bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pagekin/core/byte_reader.h"

namespace pagekin::table {

// Takes the numbers from the front of what is left, at most `most`. Throws InputError for damage,
// Error where the bytes are too few.
std::vector<std::int64_t> take_packed_deltas(ByteReader& reader, std::size_t most);

}  // namespace pagekin::table
