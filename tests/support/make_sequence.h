// SequenceFiles and Nutch segments for tests, in every version, compression and codec.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <zstd.h>

#include "pagekin/hadoop/nutch.h"
#include "pagekin/hadoop/sequence_file.h"

#include "support/hadoop_codecs.h"

namespace pagekin::test {

// The number as Hadoop's WritableUtils writes it.
inline std::string vint(std::int64_t value) {
  if (value >= -112 && value <= 127) return std::string(1, static_cast<char>(value));
  const std::uint64_t bits = static_cast<std::uint64_t>(value < 0 ? ~value : value);
  int size = 1;
  while (size < 8 && bits >> (8 * size) != 0) ++size;
  std::string out(1, static_cast<char>((value < 0 ? -120 : -112) - size));
  for (int i = size - 1; i >= 0; --i) out += static_cast<char>(bits >> (8 * i) & 0xff);
  return out;
}
inline std::string text(std::string_view value) {
  return vint(static_cast<std::int64_t>(value.size())) + std::string(value);
}
inline std::string short_text(std::string_view value) {
  const auto size = static_cast<std::int64_t>(value.size());
  return be32(size).substr(2) + std::string(value);
}

using Metadata = std::vector<std::pair<std::string, std::vector<std::string>>>;

inline std::string content_fields(std::string_view url, std::string_view body,
                                  std::string_view type, const Metadata& metadata,
                                  std::string (*as_text)(std::string_view) = text) {
  std::string out = as_text(url) + as_text(url);
  out += be32(static_cast<std::int64_t>(body.size()));
  out.append(body);
  out += as_text(type) + be32(static_cast<std::int64_t>(metadata.size()));
  for (const auto& [name, values] : metadata) {
    out += as_text(name) + be32(static_cast<std::int64_t>(values.size()));
    for (const std::string& value : values) out += as_text(value);
  }
  return out;
}
// A value of org.apache.nutch.protocol.Content.
inline std::string nutch_content(std::string_view url, std::string_view body,
                                 std::string_view type = "text/html",
                                 const Metadata& metadata = {}) {
  return be32(-1) + content_fields(url, body, type, metadata);
}
// A value of org.apache.nutch.crawl.CrawlDatum.
inline std::string crawl_datum(int status, int version = 7) {
  std::string out{static_cast<char>(version), static_cast<char>(status)};
  return out + std::string(8 + 1 + 4 + 4 + 8, '\1') + std::string(2, '\0');
}

inline std::string hadoop_encode(hadoop::Codec codec, std::string_view in) {
  switch (codec) {
    case hadoop::Codec::kDeflate:
      return zlib_stream(in);
    case hadoop::Codec::kGzip:
      return zlib_stream(in, 31);
    case hadoop::Codec::kBzip2:
      return bzip2_stream(in);
    case hadoop::Codec::kZstd: {
      std::string out(ZSTD_compressBound(in.size()), '\0');
      out.resize(ZSTD_compress(out.data(), out.size(), in.data(), in.size(), 3));
      return out;
    }
    case hadoop::Codec::kSnappy:
      return framed_blocks(codec::BlockFormat::kSnappy, in);
    case hadoop::Codec::kLz4:
      return framed_blocks(codec::BlockFormat::kLz4, in);
  }
  return {};
}

inline std::string class_of(hadoop::Codec codec) {
  constexpr const char* names[] = {"DefaultCodec",   "GzipCodec",   "BZip2Codec",
                                   "ZStandardCodec", "SnappyCodec", "Lz4Codec"};
  return std::string("org.apache.hadoop.io.compress.") + names[static_cast<std::size_t>(codec)];
}
constexpr hadoop::Codec kEveryCodec[] = {hadoop::Codec::kDeflate, hadoop::Codec::kGzip,
                                         hadoop::Codec::kBzip2,   hadoop::Codec::kZstd,
                                         hadoop::Codec::kSnappy,  hadoop::Codec::kLz4};

struct SequenceOptions {
  hadoop::Compression compression = hadoop::Compression::kNone;
  hadoop::Codec codec = hadoop::Codec::kDeflate;
  int version = 6;
  std::size_t block_records = 5;     // records of a block
  std::size_t marker_every = 2'000;  // bytes between markers, outside blocks
  std::string key_class{hadoop::kTextClass};
  std::string value_class{hadoop::kContentClass};
};

struct MadeSequence {
  std::string bytes;
  std::size_t header = 0;  // bytes of the header
  // A part that damage may cost: what lies between two markers, or a block.
  struct Part {
    std::size_t begin, end;
    std::size_t first_record, last_record;  // half open
  };
  std::vector<Part> parts;
};

inline MadeSequence make_sequence(const std::vector<std::pair<std::string, std::string>>& records,
                                  const SequenceOptions& options = {}) {
  constexpr std::string_view marker = "0123456789abcdef";
  const std::string escape(4, '\xff');
  const auto name = options.version < 4 ? short_text : text;
  MadeSequence made;
  std::string& out = made.bytes;
  out = "SEQ";
  out += static_cast<char>(options.version);
  out += name(options.key_class) + name(options.value_class);
  const bool compressed = options.compression != hadoop::Compression::kNone;
  const bool in_blocks = options.compression == hadoop::Compression::kBlock;
  if (options.version >= 3) out += compressed ? '\1' : '\0';
  if (options.version >= 4) out += in_blocks ? '\1' : '\0';
  if (options.version >= 5 && compressed) out += text(class_of(options.codec));
  if (options.version >= 6) out += be32(1) + text("made by") + text("a test");
  out += marker;
  made.header = out.size();

  const auto size_of = [](const std::string& bytes) {
    return static_cast<std::int64_t>(bytes.size());
  };
  if (in_blocks) {
    for (std::size_t first = 0; first < records.size(); first += options.block_records) {
      const std::size_t last = std::min(records.size(), first + options.block_records);
      const std::size_t begin = out.size();
      out.append(escape).append(marker) += vint(static_cast<std::int64_t>(last - first));
      std::string buffers[4];
      for (std::size_t i = first; i < last; ++i) {
        buffers[0] += vint(size_of(records[i].first));
        buffers[1] += records[i].first;
        buffers[2] += vint(size_of(records[i].second));
        buffers[3] += records[i].second;
      }
      for (const std::string& buffer : buffers) {
        const std::string packed = hadoop_encode(options.codec, buffer);
        out += vint(size_of(packed)) + packed;
      }
      made.parts.push_back({begin, out.size(), first, last});
    }
    return made;
  }
  std::size_t last_marker = out.size();
  made.parts.push_back({out.size(), out.size(), 0, 0});
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (out.size() - last_marker >= options.marker_every) {
      made.parts.push_back({out.size(), out.size(), i, i});
      last_marker = out.size();
      out.append(escape).append(marker);
    }
    const std::string value =
        compressed ? hadoop_encode(options.codec, records[i].second) : records[i].second;
    out += be32(size_of(records[i].first) + size_of(value)) + be32(size_of(records[i].first));
    out += records[i].first + value;
    made.parts.back().end = out.size();
    made.parts.back().last_record = i + 1;
  }
  return made;
}

}  // namespace pagekin::test
