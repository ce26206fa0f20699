// The engines behind the public interface of this folder, one per file, and what
// they share. Not for other folders.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "pagekin/codec/codec.h"

namespace pagekin::codec {

// Limits on the windows of zstd frames, which are allocated before any content is seen: 128 MB,
// the default limit of the zstd tool, for files that the user names; 8 MB, the limit of HTTP (RFC
// 9659), for page bodies.
inline constexpr int kFileWindowLog = 27;
inline constexpr int kBodyWindowLog = 23;

std::unique_ptr<MemberDecoder> make_gzip_member_decoder();
std::unique_ptr<MemberDecoder> make_zstd_member_decoder(std::string_view dictionary);

std::unique_ptr<Stream> make_gzip_stream();
std::unique_ptr<Stream> make_deflate_stream();
std::unique_ptr<Stream> make_zstd_stream(std::string_view dictionary, int window_log_max);
std::unique_ptr<Stream> make_brotli_stream();
std::unique_ptr<Stream> make_bzip2_stream();

// The status of a member that has not ended. A full `out` may hide bytes that wait
// inside the decoder, so only free room proves that input is missing.
inline Status unfinished(const Step& step, std::string_view in, std::span<char> out, bool in_ends) {
  const bool starved = step.consumed == in.size() && step.produced < out.size();
  return starved && in_ends ? Status::kTruncated : Status::kMore;
}

}  // namespace pagekin::codec
