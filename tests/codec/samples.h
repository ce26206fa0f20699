// Bytes to compress, encoders for every format, and slow, plain ways to drive a
// decoder, for the tests of this folder and of those that read compressed files.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>

#include <brotli/encode.h>
#include <zlib.h>
#include <zstd.h>

#include "pagekin/codec/codec.h"
#include "pagekin/core/random.h"

namespace pagekin::codec {

// Shows names, not numbers, in failures.
inline void PrintTo(Status status, std::ostream* out) {
  constexpr std::string_view kNames[] = {"done", "more", "truncated", "damaged", "limit"};
  *out << kNames[static_cast<std::size_t>(status)];
}

}  // namespace pagekin::codec

namespace pagekin::test {

// Something between noise and a page: words from a small set, tags, some noise.
inline std::string random_text(Random& random, std::size_t size) {
  std::string text;
  while (text.size() < size) {
    switch (random.below(4)) {
      case 0:
        text += "<div class=\"item\"><a href=\"/page/" + std::to_string(random.below(100)) + "\">";
        break;
      case 1:
        text += "</a></div>\n";
        break;
      case 2:
        text += static_cast<char>(random.below(256));
        break;
      default:
        text.append(random.below(12) + 1, static_cast<char>('a' + random.below(26)));
    }
  }
  text.resize(size);
  return text;
}

// window_bits as zlib has it: 15 for zlib, -15 for raw deflate, 31 for gzip.
inline std::string deflated(std::string_view bytes, int window_bits, gz_header* header = nullptr) {
  z_stream stream{};
  if (deflateInit2(&stream, 6, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::runtime_error("deflateInit2 failed");
  }
  if (header != nullptr) deflateSetHeader(&stream, header);
  std::string in(bytes);
  std::string out(bytes.size() + bytes.size() / 8 + 4096, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int code = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (code != Z_STREAM_END) throw std::runtime_error("deflate failed");
  return out;
}

struct ZstdOptions {
  std::string dictionary = {};
  int window_log = 0;  // 0: as the level has it
  bool content_size = true;
};
inline std::string zstd_frame(std::string_view bytes, const ZstdOptions& options = {}) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, options.content_size ? 1 : 0);
  ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, options.window_log);
  ZSTD_CCtx_loadDictionary(context, options.dictionary.data(), options.dictionary.size());
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size =
      ZSTD_compress2(context, out.data(), out.size(), bytes.data(), bytes.size());
  ZSTD_freeCCtx(context);
  if (ZSTD_isError(size)) throw std::runtime_error(ZSTD_getErrorName(size));
  out.resize(size);
  return out;
}

inline std::string skippable_frame(std::string_view content) {
  std::string frame = "\x5d\x2a\x4d\x18";
  for (int shift = 0; shift < 32; shift += 8) {
    frame += static_cast<char>((content.size() >> shift) & 0xff);
  }
  return frame.append(content);
}

inline std::string brotli_stream(std::string_view bytes) {
  std::string out(BrotliEncoderMaxCompressedSize(bytes.size()) + 64, '\0');
  std::size_t size = out.size();
  if (BrotliEncoderCompress(5, 22, BROTLI_MODE_GENERIC, bytes.size(),
                            reinterpret_cast<const std::uint8_t*>(bytes.data()), &size,
                            reinterpret_cast<std::uint8_t*>(out.data())) == BROTLI_FALSE) {
    throw std::runtime_error("brotli failed");
  }
  out.resize(size);
  return out;
}

struct Decoded {
  codec::Status status = codec::Status::kMore;
  std::size_t consumed = 0;
  std::string bytes = {};
};

// One member through a stream, `piece` bytes in and `room` bytes out at a time.
// Throws when the stream asks for neither input nor room.
inline Decoded decode_in_pieces(codec::Stream& stream, std::string_view in, std::size_t piece,
                                std::size_t room) {
  Decoded result;
  std::string buffer(room, '\0');
  std::size_t given = std::min(piece, in.size());
  for (;;) {
    const std::string_view offered = in.substr(result.consumed, given - result.consumed);
    const codec::Step step = stream.step(offered, buffer, given == in.size());
    result.status = step.status;
    result.consumed += step.consumed;
    result.bytes.append(buffer, 0, step.produced);
    if (step.status != codec::Status::kMore) return result;
    const bool starved = step.consumed == offered.size();
    if (!starved && step.produced < room) throw std::runtime_error("stream is stuck");
    if (starved && step.produced < room && given == in.size()) {
      throw std::runtime_error("stream asks for input after the end");
    }
    if (starved) given = std::min(given + piece, in.size());
  }
}

}  // namespace pagekin::test
