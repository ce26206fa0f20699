// Bytes as one zstd frame, with their length and a checksum in it.
//
// Source: RFC 8878.
// Cost: time linear in the input; up to a few MB per thread that compresses.

#include <memory>
#include <new>
#include <string>

#include <zstd.h>

#include "pagekin/codec/codec.h"
#include "pagekin/core/error.h"

namespace pagekin::codec {
namespace {

struct FreeEncoder {
  void operator()(ZSTD_CCtx* it) const { ZSTD_freeCCtx(it); }
};

}  // namespace

std::string zstd_frame(std::string_view bytes, int level) {
  thread_local const std::unique_ptr<ZSTD_CCtx, FreeEncoder> context(ZSTD_createCCtx());
  if (!context) throw std::bad_alloc();
  if (level < 1 || level > 19) {
    throw Error("zstd level must be 1 to 19, not " + std::to_string(level));
  }
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, level);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
  std::string frame(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size =
      ZSTD_compress2(context.get(), frame.data(), frame.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(size))
    throw std::bad_alloc();  // the buffer is large enough, and nothing else can fail
  frame.resize(size);
  return frame;
}

}  // namespace pagekin::codec
