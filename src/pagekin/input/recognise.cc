#include "pagekin/input/recognise.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "pagekin/core/file_window.h"
#include "pagekin/core/text.h"
#include "pagekin/store/crawl_store.h"
#include "pagekin/warc/read_record.h"

namespace pagekin::input {
namespace {

constexpr std::size_t kPeek = 4096;

std::string_view without_compression_ending(std::string_view path) {
  for (const std::string_view end : {".gz", ".zst", ".br"}) {
    if (ends_with_ignoring_case(path, end)) return path.substr(0, path.size() - end.size());
  }
  return path;
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

bool has_page_name(std::string_view path) {
  const std::string_view name = without_compression_ending(path);
  for (const std::string_view end : {".html", ".htm", ".xhtml", ".shtml"}) {
    if (ends_with_ignoring_case(name, end)) return true;
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

  const std::string_view text =
      content.substr(std::min(content.find_first_not_of(" \t\r\n"), content.size()));
  if (text.starts_with("WARC/")) return {.kind = Kind::kWarc};
  if (named_warc) {
    if (start.empty()) return {Kind::kUnsupported, "expected a WARC file, found no bytes"};
    const bool unreadable_start =
        format && content.empty();  // damaged: the reader searches for the next record
    if (unreadable_start) return {.kind = Kind::kWarc};
    return {Kind::kUnsupported, "expected a WARC file, found " + warc::describe_bytes(content) +
                                    (format ? " inside the compressed data" : "")};
  }
  if (store::is_sqlite_file(start)) return {.kind = Kind::kStore};
  if (named_jsonl || (text.starts_with('{') && !has_page_name(path))) return {.kind = Kind::kJsonl};
  if (content.starts_with("filedesc:")) {
    return {Kind::kUnsupported, "an ARC file; convert it to WARC first"};
  }
  return {.kind = Kind::kHtml};
}

struct InflatedSource::State {
  State(ByteSource& file, codec::Format format)
      : window(file), stream(codec::make_stream(format)) {}
  FileWindow window;
  std::unique_ptr<codec::Stream> stream;
  std::uint64_t at = 0;
  bool between_members = false;
};

InflatedSource::InflatedSource(ByteSource& file, codec::Format format)
    : state_(std::make_unique<State>(file, format)) {}
InflatedSource::~InflatedSource() = default;

std::size_t InflatedSource::read_at(std::uint64_t /*offset*/, std::span<char> out) {
  constexpr std::size_t piece = std::size_t{1} << 16;
  State& state = *state_;
  std::size_t produced = 0;
  while (produced == 0 && !out.empty() && status_ == codec::Status::kMore) {
    const std::string_view in = state.window.at(state.at, piece);
    if (state.between_members) {
      if (in.empty()) {
        status_ = codec::Status::kDone;
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
