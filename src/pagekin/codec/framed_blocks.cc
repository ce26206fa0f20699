// Decodes snappy and LZ4 data as Hadoop's codecs write it.
//
// The data is a sequence of blocks. A block begins with the number of bytes that it decodes to;
// chunks follow until so many bytes were decoded. A chunk is the number of its compressed bytes
// and these bytes: one raw snappy or LZ4 buffer. Numbers have 32 bits, the highest first. A block
// of 0 bytes ends the data.
//
// Source: the framing that org.apache.hadoop.io.compress.BlockCompressorStream makes.
// Cost: time linear in input and output. No declared number makes memory grow beyond what its
// chunk can decode to: 64 bytes of output for every byte of snappy data, 255 of LZ4 data.
// Limits: neither format has a checksum, so damage may go unseen.

#include <algorithm>
#include <climits>
#include <optional>

#include <lz4.h>
#include <snappy-c.h>

#include "pagekin/codec/codec.h"

namespace pagekin::codec {
namespace {

constexpr std::size_t kSnappyRatio = 64;
constexpr std::size_t kLz4Ratio = 255;
constexpr std::size_t kSmallest = 64;  // room for any chunk, however short

std::optional<std::size_t> take_number(std::string_view& in) {
  if (in.size() < 4) return std::nullopt;
  std::size_t number = 0;
  for (int i = 0; i < 4; ++i) {
    number = number << 8 | static_cast<unsigned char>(in[static_cast<std::size_t>(i)]);
  }
  in.remove_prefix(4);
  return number;
}

// How many bytes a chunk may decode to at most.
std::size_t largest_output(BlockFormat format, std::string_view chunk) {
  std::size_t size = 0;
  if (format == BlockFormat::kSnappy &&
      snappy_uncompressed_length(chunk.data(), chunk.size(), &size) == SNAPPY_OK) {
    return std::min(size, chunk.size() * kSnappyRatio + kSmallest);
  }
  return chunk.size() * (format == BlockFormat::kSnappy ? kSnappyRatio : kLz4Ratio) + kSmallest;
}

// Appends what the chunk decodes to, at most `most` bytes. False: the chunk is damaged.
bool append_chunk(BlockFormat format, std::string_view chunk, std::size_t most, std::string& out) {
  most = std::min(most, largest_output(format, chunk));
  const std::size_t begin = out.size();
  if (format == BlockFormat::kSnappy) {
    std::size_t size = 0;
    if (snappy_uncompressed_length(chunk.data(), chunk.size(), &size) != SNAPPY_OK || size > most) {
      return false;
    }
    out.resize(begin + size);
    if (snappy_uncompress(chunk.data(), chunk.size(), out.data() + begin, &size) == SNAPPY_OK) {
      return true;
    }
  } else if (chunk.size() <= INT_MAX && most <= INT_MAX) {
    out.resize(begin + most);
    const int size = LZ4_decompress_safe(chunk.data(), out.data() + begin,
                                         static_cast<int>(chunk.size()), static_cast<int>(most));
    if (size >= 0) {
      out.resize(begin + static_cast<std::size_t>(size));
      return true;
    }
  }
  out.resize(begin);
  return false;
}

}  // namespace

Status decode_framed_blocks(BlockFormat format, std::string_view in, std::size_t cap,
                            std::string& out) {
  out.clear();
  while (!in.empty()) {
    const std::optional<std::size_t> block = take_number(in);
    if (!block) return Status::kTruncated;
    if (*block == 0) return in.empty() ? Status::kDone : Status::kDamaged;
    for (std::size_t left = *block; left > 0;) {
      const std::optional<std::size_t> size = take_number(in);
      if (!size || *size > in.size()) return Status::kTruncated;
      const std::size_t begin = out.size();
      if (left > cap - begin && largest_output(format, in.substr(0, *size)) > cap - begin) {
        return Status::kLimit;
      }
      if (!append_chunk(format, in.substr(0, *size), left, out)) return Status::kDamaged;
      if (out.size() == begin) return Status::kDamaged;  // a chunk without bytes
      left -= out.size() - begin;
      in.remove_prefix(*size);
    }
  }
  return Status::kDone;
}

}  // namespace pagekin::codec
