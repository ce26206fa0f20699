// Recognises the format of bytes and chooses the engine that reads it.
//
// Source: RFC 1952 section 2.3.1 (gzip), RFC 8878 sections 3.1.1 and 3.1.2 (zstd and
// skippable frames); bzip2 begins with "BZh".
// Cost: constant.
// Limits: a signature proves nothing about what follows.

#include <algorithm>

#include "pagekin/codec/engines.h"
#include "pagekin/core/error.h"

namespace pagekin::codec {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kGzipMagic = "\x1f\x8b\x08"sv;
constexpr std::string_view kZstdMagic = "\x28\xb5\x2f\xfd"sv;
constexpr std::string_view kBzip2Magic = "BZh"sv;
constexpr std::string_view kSkippableMagicRest = "\x2a\x4d\x18"sv;

// Whether one is a prefix of the other.
bool agree(std::string_view bytes, std::string_view magic) {
  const std::size_t common = std::min(bytes.size(), magic.size());
  return bytes.substr(0, common) == magic.substr(0, common);
}

bool may_be_gzip(std::string_view bytes) { return agree(bytes, kGzipMagic); }

bool may_be_zstd(std::string_view bytes) {
  if (agree(bytes, kZstdMagic)) return true;
  const bool skippable = (static_cast<unsigned char>(bytes.front()) & 0xf0) == 0x50;
  return skippable && agree(bytes.substr(1), kSkippableMagicRest);
}

}  // namespace

bool may_begin_member(Format format, std::string_view bytes) {
  if (bytes.empty()) return false;
  if (format == Format::kGzip) return may_be_gzip(bytes);
  if (format == Format::kZstd) return may_be_zstd(bytes);
  if (format == Format::kBzip2) return agree(bytes, kBzip2Magic);
  return false;
}

std::optional<Format> format_by_magic(std::string_view bytes) {
  if (bytes.size() >= 2 && may_be_gzip(bytes)) return Format::kGzip;
  if (bytes.size() >= kZstdMagic.size() && may_be_zstd(bytes)) return Format::kZstd;
  return std::nullopt;
}

std::unique_ptr<MemberDecoder> make_member_decoder(Format format, std::string_view dictionary) {
  if (format == Format::kGzip) return make_gzip_member_decoder();
  if (format == Format::kZstd) return make_zstd_member_decoder(dictionary);
  throw Error("only members of gzip and zstd can be decoded as a whole");
}

std::unique_ptr<Stream> make_stream(Format format, std::string_view dictionary) {
  switch (format) {
    case Format::kGzip:
      return make_gzip_stream();
    case Format::kDeflate:
      return make_deflate_stream();
    case Format::kZstd:
      return make_zstd_stream(dictionary, kFileWindowLog);
    case Format::kBrotli:
      return make_brotli_stream();
    case Format::kBzip2:
      return make_bzip2_stream();
  }
  throw Error("unknown compression format");
}

}  // namespace pagekin::codec
