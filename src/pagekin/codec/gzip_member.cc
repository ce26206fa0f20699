// gzip members that lie whole in memory, decoded and made with libdeflate.
//
// With the whole member in memory there is no state between calls and the output is its own
// window, so this is several times as fast as a stream.
//
// Source: RFC 1952 (gzip), RFC 1951 (deflate).
// Cost: time linear in input and output; about 12 KB per decoder, up to a few MB per thread that
// compresses.
// Limits: a truncated member cannot be distinguished from a damaged one. The CRC of the header is
// not checked; reserved flags, CRC32 and ISIZE are.

#include <new>

#include <libdeflate.h>

#include "pagekin/codec/engines.h"
#include "pagekin/core/error.h"

namespace pagekin::codec {
namespace {

struct FreeDecompressor {
  void operator()(libdeflate_decompressor* it) const { libdeflate_free_decompressor(it); }
};
struct FreeCompressor {
  void operator()(libdeflate_compressor* it) const { libdeflate_free_compressor(it); }
};

class GzipMemberDecoder final : public MemberDecoder {
 public:
  GzipMemberDecoder() : decompressor_(libdeflate_alloc_decompressor()) {
    if (!decompressor_) throw std::bad_alloc();
  }

  Step decode(std::string_view in, std::span<char> out) override {
    std::size_t consumed = 0;
    std::size_t produced = 0;
    switch (libdeflate_gzip_decompress_ex(decompressor_.get(), in.data(), in.size(), out.data(),
                                          out.size(), &consumed, &produced)) {
      case LIBDEFLATE_SUCCESS:
        return {Status::kDone, consumed, produced};
      case LIBDEFLATE_INSUFFICIENT_SPACE:
        return {Status::kLimit};
      default:
        return {Status::kDamaged};
    }
  }

 private:
  std::unique_ptr<libdeflate_decompressor, FreeDecompressor> decompressor_;
};

}  // namespace

std::unique_ptr<MemberDecoder> make_gzip_member_decoder() {
  return std::make_unique<GzipMemberDecoder>();
}

std::string gzip_member(std::string_view bytes, int level) {
  // One compressor per thread, because its tables are large, and an archive is written with one
  // level.
  thread_local std::unique_ptr<libdeflate_compressor, FreeCompressor> compressor;
  thread_local int level_made = -1;
  if (level < 0 || level > 12) {
    throw Error("gzip level must be 0 to 12, not " + std::to_string(level));
  }
  if (level != level_made) {
    compressor.reset(libdeflate_alloc_compressor(level));
    level_made = compressor ? level : -1;
    if (!compressor) throw std::bad_alloc();
  }
  std::string member(libdeflate_gzip_compress_bound(compressor.get(), bytes.size()), '\0');
  member.resize(libdeflate_gzip_compress(compressor.get(), bytes.data(), bytes.size(),
                                         member.data(), member.size()));
  return member;
}

}  // namespace pagekin::codec
