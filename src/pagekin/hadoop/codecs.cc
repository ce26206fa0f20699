#include "pagekin/hadoop/codecs.h"

#include <utility>

namespace pagekin::hadoop {

std::optional<Codec> codec_of_class(std::string_view class_name) {
  constexpr std::string_view package = "org.apache.hadoop.io.compress.";
  constexpr std::pair<std::string_view, Codec> known[] = {
      {"DefaultCodec", Codec::kDeflate}, {"DeflateCodec", Codec::kDeflate},
      {"GzipCodec", Codec::kGzip},       {"BZip2Codec", Codec::kBzip2},
      {"ZStandardCodec", Codec::kZstd},  {"SnappyCodec", Codec::kSnappy},
      {"Lz4Codec", Codec::kLz4},
  };
  if (!class_name.starts_with(package)) return std::nullopt;
  for (const auto& [name, codec] : known) {
    if (class_name.substr(package.size()) == name) return codec;
  }
  return std::nullopt;
}

std::string_view known_codecs() {
  return "DefaultCodec, DeflateCodec, GzipCodec, BZip2Codec, ZStandardCodec, SnappyCodec, Lz4Codec";
}

codec::Status decode(Codec codec, std::string_view in, std::size_t cap, std::string& out) {
  switch (codec) {
    case Codec::kDeflate:
      return codec::decode_all(codec::Format::kDeflate, in, cap, out);
    case Codec::kGzip:
      return codec::decode_all(codec::Format::kGzip, in, cap, out);
    case Codec::kBzip2:
      return codec::decode_all(codec::Format::kBzip2, in, cap, out);
    case Codec::kZstd:
      return codec::decode_all(codec::Format::kZstd, in, cap, out);
    case Codec::kSnappy:
      return codec::decode_framed_blocks(codec::BlockFormat::kSnappy, in, cap, out);
    case Codec::kLz4:
      return codec::decode_framed_blocks(codec::BlockFormat::kLz4, in, cap, out);
  }
  return codec::Status::kDamaged;
}

}  // namespace pagekin::hadoop
