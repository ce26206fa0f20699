// WARC digests: "sha1:BASE32", also md5, sha256 and sha512, base64 and hex.
#pragma once

#include <string>
#include <string_view>

namespace pagekin::warc {

enum class DigestCheck { kMatches, kDiffers, kUnknown };

// Compares `bytes` with a labelled digest; kUnknown for an unknown algorithm.
DigestCheck check_digest(std::string_view labelled, std::string_view bytes);

// The digest of some bytes as "sha1:BASE32".
std::string sha1_digest(std::string_view bytes);

}  // namespace pagekin::warc
