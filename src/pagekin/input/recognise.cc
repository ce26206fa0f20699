#include "pagekin/input/recognise.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include <sys/stat.h>

#include "pagekin/core/file_window.h"
#include "pagekin/core/text.h"
#include "pagekin/hadoop/sequence_file.h"
#include "pagekin/html/sniff.h"
#include "pagekin/input/zip_directory.h"
#include "pagekin/store/crawl_store.h"
#include "pagekin/table/column_cells.h"
#include "pagekin/warc/read_record.h"
#include "pagekin/warc/record_stream.h"

namespace pagekin::input {
namespace {

constexpr std::size_t kPeek = 4096;
constexpr std::size_t kPiece = std::size_t{1} << 16;

std::string_view without_compression_ending(std::string_view path) {
  for (const std::string_view end : {".gz", ".zst", ".br"}) {
    if (ends_with_ignoring_case(path, end)) return path.substr(0, path.size() - end.size());
  }
  return path;
}

std::string_view without_blanks(std::string_view content) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (content.starts_with(byte_order_mark)) content.remove_prefix(byte_order_mark.size());
  return content.substr(std::min(content.find_first_not_of(" \t\r\n"), content.size()));
}

// "[{...": many tools write one array instead of lines.
bool is_array_of_objects(std::string_view text) {
  return text.starts_with('[') && without_blanks(text.substr(1)).starts_with('{');
}

constexpr const char* kArray =
    "a JSON array; expected JSON lines, one object a line, as jq -c '.[]' makes of it";

constexpr const char* kNoTags =
    "plain text without a tag, so it is not a page; a list of inputs is given as @FILE, and "
    "html:FILE "
    "reads it as a page";

constexpr const char* kArc = "an ARC file; convert it to WARC first";

// Whether the bytes may be the damaged start of an archive: they are of no kind that has a name.
bool may_be_damaged_start(std::string_view bytes) {
  const std::string found = warc::describe_bytes(bytes);
  return found == "binary data" || found == "gzip data" || found == "zstd data" ||
         found.starts_with('\'');
}

// "WARC/1.0": a list may name files in a folder "WARC".
bool begins_a_record(std::string_view text) {
  constexpr std::string_view start = "WARC/";
  constexpr std::size_t length = 8;
  return text.starts_with(start) && text.size() > length && text[6] == '.' &&
         (text[length] == '\r' || text[length] == '\n');
}

std::string first_line_of(std::string_view content) {
  return std::string(trim(content.substr(0, content.find('\n')), "\r"));
}

// Zeros often fill the last block of a file. They mean nothing.
bool has_only_zeros(FileWindow& window, std::uint64_t from) {
  for (;;) {
    const std::string_view bytes = window.at(from, kPiece);
    if (bytes.empty()) return true;
    if (bytes.find_first_not_of('\0') != std::string_view::npos) return false;
    from += bytes.size();
  }
}

class Rereadable final : public ByteSource {
 public:
  explicit Rereadable(std::unique_ptr<ByteSource> source) : source_(std::move(source)) {}

  std::size_t read_at(std::uint64_t offset, std::span<char> out) override {
    if (offset < start_.size()) {
      const std::size_t at = static_cast<std::size_t>(offset);
      const std::size_t count = std::min(out.size(), start_.size() - at);
      std::memcpy(out.data(), start_.data() + at, count);
      return count;
    }
    const std::size_t got = source_->read_at(offset, out);
    if (offset == start_.size() && start_.size() < kPeek) {
      start_.insert(start_.end(), out.begin(), out.begin() + static_cast<std::ptrdiff_t>(got));
    }
    return got;
  }
  std::optional<std::uint64_t> size() const override { return source_->size(); }

 private:
  std::unique_ptr<ByteSource> source_;
  std::vector<char> start_;
};

}  // namespace

std::unique_ptr<ByteSource> rereadable(std::unique_ptr<ByteSource> source) {
  if (source->size()) return source;
  return std::make_unique<Rereadable>(std::move(source));
}

std::optional<codec::Format> compression_of(std::string_view start) {
  if (start.starts_with("\x5d\x2a\x4d\x18")) return codec::Format::kZstd;
  return codec::format_by_magic(start);
}

std::optional<codec::Format> compression_of(std::string_view start, std::string_view path) {
  if (const auto format = compression_of(start)) return format;
  if (ends_with_ignoring_case(path, ".br")) return codec::Format::kBrotli;
  return std::nullopt;
}

WarcStart find_warc_start(ByteSource& file) {
  constexpr std::uint64_t searched = std::uint64_t{1} << 20;
  if (!file.size()) return {};
  if (warc::open_plain(file)->find(0, searched) < searched) return {.is_found = true};
  for (const codec::Format format : {codec::Format::kGzip, codec::Format::kZstd}) {
    if (warc::open_members(file, format, kPeek)->find(0, searched) < searched) {
      return {.is_found = true, .format = format};
    }
  }
  return {};
}

bool is_file(const std::string& path) {
  struct stat info {};
  return stat(path.c_str(), &info) == 0;
}

bool has_page_name(std::string_view path) {
  const std::string_view name = without_compression_ending(path);
  for (const std::string_view end : {".html", ".htm", ".xhtml", ".shtml"}) {
    if (ends_with_ignoring_case(name, end)) return true;
  }
  return false;
}

bool has_column_name(std::string_view path) {
  for (const std::string_view end : {".parquet", ".arrow", ".arrows", ".feather"}) {
    if (ends_with_ignoring_case(path, end)) return true;
  }
  return false;
}

Recognised recognise(ByteSource& file, std::string_view path) {
  char raw[kPeek];
  const std::string_view start(raw, read_fully(file, 0, raw));
  const auto format = compression_of(start, path);
  std::string inside;
  if (format) codec::decode_all(*format, start, kPeek, inside);
  const std::string_view content = format ? std::string_view(inside) : start;

  const std::string_view name = without_compression_ending(path);
  const bool named_warc = ends_with_ignoring_case(name, ".warc");
  const bool named_jsonl =
      ends_with_ignoring_case(name, ".jsonl") || ends_with_ignoring_case(name, ".ndjson");

  const std::string_view text = without_blanks(content);
  if (text.starts_with("WARC/")) return {.kind = Kind::kWarc};
  if (named_warc) {
    if (start.empty()) return {Kind::kUnsupported, "expected a WARC file, found no bytes"};
    const bool unreadable_start =
        format && content.empty();  // damaged: the reader searches for the next record
    if (unreadable_start) return {.kind = Kind::kWarc};
    if (!format && may_be_damaged_start(content) && find_warc_start(file).is_found) {
      return {.kind = Kind::kWarc};
    }
    return {Kind::kUnsupported, "expected a WARC file, found " + warc::describe_bytes(content) +
                                    (format ? " inside the compressed data" : "")};
  }
  if (store::is_sqlite_file(start)) return {.kind = Kind::kStore};
  if (hadoop::is_sequence_file(start)) return {.kind = Kind::kSequence};
  if (is_zip(start)) return {.kind = Kind::kZip};
  if (table::is_parquet(start) || table::is_arrow(start)) return {.kind = Kind::kColumns};
  if (named_jsonl || (text.starts_with('{') && !has_page_name(path))) return {.kind = Kind::kJsonl};
  if (content.starts_with("filedesc:")) return {Kind::kUnsupported, kArc};
  if (is_array_of_objects(text) && !has_page_name(path)) return {Kind::kUnsupported, kArray};
  const bool is_plain_text = !has_page_name(path) && !text.empty() &&
                             text.find('<') == std::string_view::npos &&
                             html::sniff(content) == html::ContentKind::kText;
  if (is_plain_text) return {Kind::kUnsupported, kNoTags};
  return {.kind = Kind::kHtml};
}

std::optional<Recognised> recognise_in_place_of_list(ByteSource& file) {
  char raw[kPeek];
  const std::string_view start(raw, read_fully(file, 0, raw));
  const auto format = compression_of(start);
  std::string inside;
  if (format) codec::decode_all(*format, start, kPeek, inside);
  const std::string_view content = format ? std::string_view(inside) : start;
  const std::string_view text = without_blanks(content);
  if (begins_a_record(text)) return Recognised{.kind = Kind::kWarc};
  if (hadoop::is_sequence_file(start)) return Recognised{.kind = Kind::kSequence};
  if (is_zip(start)) return Recognised{.kind = Kind::kZip};
  if (table::is_parquet(start) || table::is_arrow(start)) {
    return Recognised{.kind = Kind::kColumns};
  }
  if (!format && is_file(first_line_of(content))) return std::nullopt;
  if (text.starts_with('{')) return Recognised{.kind = Kind::kJsonl};
  if (text.starts_with('<')) return Recognised{.kind = Kind::kHtml};
  if (is_array_of_objects(text)) return Recognised{Kind::kUnsupported, kArray};
  if (content.starts_with("filedesc:")) return Recognised{Kind::kUnsupported, kArc};
  const bool is_binary = content.find('\0') != std::string_view::npos;
  if (!format && !is_binary) return std::nullopt;
  return Recognised{Kind::kUnsupported,
                    "expected a list of inputs, JSON lines, WARC records or a page, found " +
                        warc::describe_bytes(content) +
                        (format ? " inside the compressed data" : "")};
}

std::string_view to_text(Kind kind) {
  static constexpr std::array<std::string_view, 8> words = {"an HTML page",
                                                            "a WARC file",
                                                            "JSON lines",
                                                            "a crawl store",
                                                            "a SequenceFile",
                                                            "a zip file",
                                                            "a Parquet or Arrow file",
                                                            "a file of another kind"};
  static_assert(words.size() == static_cast<std::size_t>(Kind::kUnsupported) + 1);
  return words[static_cast<std::size_t>(kind)];
}

struct InflatedSource::State {
  State(ByteSource& file, codec::Format from)
      : window(file), format(from), stream(codec::make_stream(from)) {}
  // Whether what follows a member is not a member. Members of brotli have no signature.
  bool is_rest(std::string_view in) const {
    return in.empty() || (format != codec::Format::kBrotli && !codec::may_begin_member(format, in));
  }
  FileWindow window;
  codec::Format format;
  std::unique_ptr<codec::Stream> stream;
  std::uint64_t at = 0;
  bool between_members = false;
};

InflatedSource::InflatedSource(ByteSource& file, codec::Format format)
    : state_(std::make_unique<State>(file, format)) {}
InflatedSource::~InflatedSource() = default;

std::size_t InflatedSource::read_at(std::uint64_t /*offset*/, std::span<char> out) {
  State& state = *state_;
  std::size_t produced = 0;
  while (produced == 0 && !out.empty() && status_ == codec::Status::kMore) {
    const std::string_view in = state.window.at(state.at, kPiece);
    if (state.between_members) {
      if (state.is_rest(in)) {
        status_ = codec::Status::kDone;
        has_rest_ = !has_only_zeros(state.window, state.at);
        break;
      }
      state.stream->reset();
      state.between_members = false;
    }
    const codec::Step step = state.stream->step(in, out, state.window.at_end());
    state.at += step.consumed;
    produced += step.produced;
    if (step.status == codec::Status::kDone) {
      state.between_members = true;
    } else if (step.status != codec::Status::kMore) {
      status_ = step.status;
    } else if (in.empty() && step.produced == 0) {
      status_ = codec::Status::kTruncated;
    }
  }
  return produced;
}

}  // namespace pagekin::input
