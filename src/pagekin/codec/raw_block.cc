#include "pagekin/codec/raw_block.h"

#include <climits>
#include <memory>

#include <lz4.h>
#include <lz4frame.h>
#include <snappy-c.h>

namespace pagekin::codec {
namespace {

// What a byte of compressed data can stand for, at most.
constexpr std::size_t kMostSnappyBytes = 64;
constexpr std::size_t kMostLz4Bytes = 256;
constexpr std::size_t kRawSlack = 64;

struct FreeFrameDecoder {
  void operator()(LZ4F_dctx* decoder) const { LZ4F_freeDecompressionContext(decoder); }
};

}  // namespace

bool decode_raw_block(BlockFormat format, std::string_view in, std::size_t size, std::string& out) {
  out.clear();
  const std::size_t ratio = format == BlockFormat::kSnappy ? kMostSnappyBytes : kMostLz4Bytes;
  if (in.size() > INT_MAX || size > INT_MAX || size > in.size() * ratio + kRawSlack) return false;
  out.resize(size);
  if (format == BlockFormat::kSnappy) {
    std::size_t declared = 0;
    if (snappy_uncompressed_length(in.data(), in.size(), &declared) != SNAPPY_OK ||
        declared != size) {
      return false;
    }
    return snappy_uncompress(in.data(), in.size(), out.data(), &declared) == SNAPPY_OK;
  }
  const int decoded = LZ4_decompress_safe(in.data(), out.data(), static_cast<int>(in.size()),
                                          static_cast<int>(size));
  return decoded >= 0 && static_cast<std::size_t>(decoded) == size;
}

bool decode_lz4_frame(std::string_view in, std::size_t size, std::string& out) {
  out.clear();
  if (size > in.size() * kMostLz4Bytes + kRawSlack) return false;
  LZ4F_dctx* made = nullptr;
  if (LZ4F_isError(LZ4F_createDecompressionContext(&made, LZ4F_VERSION)) != 0) return false;
  const std::unique_ptr<LZ4F_dctx, FreeFrameDecoder> decoder(made);
  out.resize(size);
  std::size_t done = 0;
  for (;;) {
    std::size_t room = size - done;
    std::size_t taken = in.size();
    char nowhere = 0;
    const std::size_t wanted = LZ4F_decompress(
        decoder.get(), room > 0 ? out.data() + done : &nowhere, &room, in.data(), &taken, nullptr);
    if (LZ4F_isError(wanted) != 0) return false;
    done += room;
    in.remove_prefix(taken);
    if (wanted == 0) return done == size && in.empty();
    if (room == 0 && taken == 0) return false;  // more output than it should have, or it is cut off
  }
}

}  // namespace pagekin::codec
