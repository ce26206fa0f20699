// The compression codecs of Hadoop, by the names of their classes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pagekin/codec/codec.h"

namespace pagekin::hadoop {

enum class Codec : std::uint8_t { kDeflate, kGzip, kBzip2, kZstd, kSnappy, kLz4 };

// "org.apache.hadoop.io.compress.GzipCodec"; nothing for a codec that is not known.
std::optional<Codec> codec_of_class(std::string_view class_name);
// "DefaultCodec, GzipCodec ...": those that are known.
std::string_view known_codecs();

// Decodes `in` into `out` (replaced), at most `cap` bytes, as codec::decode_all() does. An output
// of kLimit may be shorter than `cap`.
codec::Status decode(Codec codec, std::string_view in, std::size_t cap, std::string& out);

}  // namespace pagekin::hadoop
