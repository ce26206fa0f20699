// Encoders of zlib, gzip and bzip2, and of the blocks in which Hadoop writes snappy and LZ4.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include <bzlib.h>
#include <lz4.h>
#include <snappy-c.h>
#include <zlib.h>

#include "pagekin/codec/codec.h"

namespace pagekin::test {

inline std::string be32(std::int64_t value) {
  std::string out;
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift & 0xff);
  return out;
}

inline std::string zlib_stream(std::string_view in, int window_bits = 15) {
  z_stream state{};
  if (deflateInit2(&state, 6, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::runtime_error("deflateInit2");
  }
  std::string out(deflateBound(&state, in.size()) + 64, '\0');
  state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
  state.avail_in = static_cast<uInt>(in.size());
  state.next_out = reinterpret_cast<Bytef*>(out.data());
  state.avail_out = static_cast<uInt>(out.size());
  deflate(&state, Z_FINISH);
  out.resize(state.total_out);
  deflateEnd(&state);
  return out;
}

inline std::string bzip2_stream(std::string_view in) {
  std::string out(in.size() + in.size() / 50 + 700, '\0');
  auto size = static_cast<unsigned>(out.size());
  if (BZ2_bzBuffToBuffCompress(out.data(), &size, const_cast<char*>(in.data()),
                               static_cast<unsigned>(in.size()), 9, 0, 0) != BZ_OK) {
    throw std::runtime_error("bzip2");
  }
  out.resize(size);
  return out;
}

// Hadoop's blocks: the bytes of a block, then its chunks. `block` and `chunk` are their sizes.
inline std::string framed_blocks(codec::BlockFormat format, std::string_view in,
                                 std::size_t block = 1 << 18, std::size_t chunk = 1 << 16) {
  std::string out;
  for (std::size_t at = 0; at < in.size(); at += block) {
    const std::string_view whole = in.substr(at, block);
    out += be32(static_cast<std::int64_t>(whole.size()));
    for (std::size_t from = 0; from < whole.size(); from += chunk) {
      const std::string_view part = whole.substr(from, chunk);
      std::string packed;
      if (format == codec::BlockFormat::kSnappy) {
        std::size_t size = snappy_max_compressed_length(part.size());
        packed.resize(size);
        snappy_compress(part.data(), part.size(), packed.data(), &size);
        packed.resize(size);
      } else {
        packed.resize(static_cast<std::size_t>(LZ4_compressBound(static_cast<int>(part.size()))));
        const int size =
            LZ4_compress_default(part.data(), packed.data(), static_cast<int>(part.size()),
                                 static_cast<int>(packed.size()));
        packed.resize(static_cast<std::size_t>(size));
      }
      out += be32(static_cast<std::int64_t>(packed.size())) + packed;
    }
  }
  return out.empty() ? be32(0) : out;
}

}  // namespace pagekin::test
