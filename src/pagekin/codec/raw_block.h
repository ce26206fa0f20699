// Blocks and frames whose decompressed size is known from elsewhere, as columnar files have them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "pagekin/codec/codec.h"

namespace pagekin::codec {

// Decodes one raw snappy or LZ4 block into `out` (replaced). False unless it decodes to exactly
// `size` bytes. Memory does not grow beyond what a block of this length can decode to.
bool decode_raw_block(BlockFormat format, std::string_view in, std::size_t size, std::string& out);

// Decodes an LZ4 frame, with the same contract.
bool decode_lz4_frame(std::string_view in, std::size_t size, std::string& out);

}  // namespace pagekin::codec
