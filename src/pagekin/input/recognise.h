// Recognises the kind of an input file by its content, or by its name if the content does not
// show it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "pagekin/codec/codec.h"
#include "pagekin/core/byte_source.h"

namespace pagekin::input {

enum class Kind : std::uint8_t {
  kHtml,
  kWarc,
  kJsonl,
  kStore,
  kSequence,
  kZip,
  kColumns,
  kUnsupported
};

struct Recognised {
  Kind kind = Kind::kHtml;
  std::string message;  // for kUnsupported: what was expected and what was found
};

// "JSON lines", "a WARC file"
std::string_view to_text(Kind kind);

// Reads the first bytes only.
Recognised recognise(ByteSource& file, std::string_view path);

// What a file holds that may be a list of inputs, by its first bytes; nothing: it may be a list,
// whose first line may look like JSON or markup if it names a file.
std::optional<Recognised> recognise_in_place_of_list(ByteSource& file);

// gzip or zstd by the first bytes, a zstd archive's leading dictionary included.
std::optional<codec::Format> compression_of(std::string_view start);
// Also recognises brotli, if the name ends in .br.
std::optional<codec::Format> compression_of(std::string_view start, std::string_view path);

// Where the first bytes of a WARC file are damaged, its first megabyte shows what it is.
struct WarcStart {
  bool is_found = false;  // a record begins there
  std::optional<codec::Format> format = std::nullopt;
};
WarcStart find_warc_start(ByteSource& file);

// Whether there is a file or folder of this name.
bool is_file(const std::string& path);

// Whether a name ends in .html, .htm, .xhtml or .shtml, also followed by .gz, .zst or .br.
bool has_page_name(std::string_view path);

// Whether a name ends in .parquet, .arrow, .arrows or .feather.
bool has_column_name(std::string_view path);

// A source whose first bytes can be read again even if it is a pipe.
std::unique_ptr<ByteSource> rereadable(std::unique_ptr<ByteSource> source);

// The decompressed bytes of a file, members joined; read forward only. Bytes after the last member
// are ignored.
class InflatedSource final : public ByteSource {
 public:
  InflatedSource(ByteSource& file, codec::Format format);
  ~InflatedSource() override;

  std::size_t read_at(std::uint64_t offset, std::span<char> out) override;
  std::optional<std::uint64_t> size() const override { return std::nullopt; }

  // After the end: kDone, kTruncated or kDamaged.
  codec::Status status() const { return status_; }
  // Whether bytes were ignored that are not all zeros.
  bool has_rest() const { return has_rest_; }

 private:
  struct State;
  std::unique_ptr<State> state_;
  codec::Status status_ = codec::Status::kMore;
  bool has_rest_ = false;
};

}  // namespace pagekin::input
