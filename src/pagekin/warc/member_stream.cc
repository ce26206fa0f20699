// Reads the members of a gzip or zstd file, as a whole in memory if possible.
//
// Nearly every member of a real archive is one small record: the fast engine decodes it in one
// call into a reused buffer. Everything else (damage, truncation, a member larger than the
// buffer) goes through the stream engine, which reports what is wrong and works in bounded
// memory.

#include <algorithm>
#include <optional>
#include <vector>

#include "pagekin/core/file_window.h"
#include "pagekin/warc/record_stream.h"

namespace pagekin::warc {
namespace {

using codec::Status;

constexpr std::size_t kWindow = std::size_t{1} << 20;     // compressed bytes read at a time
constexpr std::size_t kFastInput = std::size_t{1} << 17;  // shown at least to the fast engine
constexpr std::size_t kFastOutput = std::size_t{4} << 20;
constexpr std::size_t kPiece = std::size_t{1} << 16;
constexpr std::size_t kUsualRatio = 64;  // compression beyond that is rare
constexpr std::size_t kProbe = 64;       // decompressed bytes that show a record's start

class Members final : public MemberStream {
 public:
  Members(ByteSource& source, codec::Format format, std::size_t keep)
      : window_(source),
        seekable_(source.size().has_value()),
        format_(format),
        keep_(keep),
        fast_output_(fast_output_for(source)),
        fast_(new char[fast_output_]) {}

  bool open(std::uint64_t offset) override {
    load_dictionary(offset);
    begin_ = offset;
    buffer_.clear();
    unread_ = {};
    status_ = Status::kMore;
    std::string_view in = window_.at(offset, kFastInput);
    if (in.empty()) return false;

    for (int attempt = 0; attempt < 2; ++attempt) {
      const codec::Step step = decoder().decode(in, {fast_.get(), fast_output_});
      if (step.status == Status::kDone) {
        unread_ = {fast_.get(), step.produced};
        next_ = offset + step.consumed;
        status_ = Status::kDone;
        return true;
      }
      if (window_.at_end() || in.size() >= kWindow || step.status == Status::kLimit) break;
      in = window_.at(offset, kWindow);  // the window may have been too small
    }
    start_stream(offset);
    fill(keep_);
    return true;
  }

  std::string_view peek(std::size_t wanted, bool join) override {
    if (unread_.size() < wanted && status_ == Status::kMore) fill(wanted);
    while (join && unread_.size() < wanted && status_ == Status::kDone && join_next()) {
    }
    return unread_;
  }

  void skip(std::uint64_t count) override {
    while (count > unread_.size() && status_ == Status::kMore) {
      count -= unread_.size();
      unread_ = {};
      fill(kPiece);
    }
    unread_.remove_prefix(static_cast<std::size_t>(std::min<std::uint64_t>(count, unread_.size())));
  }

  std::uint64_t offset() const override { return begin_; }
  Status status() const override { return status_; }

  std::uint64_t next_member() override {
    skip(UINT64_MAX);
    return next_;
  }

  std::uint64_t find(std::uint64_t from, std::uint64_t to) override {
    const std::string_view magic = format_ == codec::Format::kGzip
                                       ? std::string_view("\x1f\x8b\x08")
                                       : std::string_view("\x28\xb5\x2f\xfd");
    load_dictionary(from);
    for (std::uint64_t at = from; at < to; ++at) {
      const std::string_view bytes = window_.at(at, kPiece);
      const std::size_t candidate = bytes.find(magic);
      if (candidate == std::string_view::npos) {
        if (bytes.size() < kPiece) return to;
        at += bytes.size() - magic.size();
        continue;
      }
      at += candidate;
      if (at >= to) return to;
      char start[kProbe];
      if (looks_like_record(probe(at, start))) return at;
    }
    return to;
  }

 private:
  // A small file has small members. If one is larger than this all the same, it goes through the
  // stream engine.
  static std::size_t fast_output_for(ByteSource& source) {
    const std::optional<std::uint64_t> size = source.size();
    if (!size || *size >= kFastOutput / kUsualRatio) return kFastOutput;
    return std::max(kPiece, static_cast<std::size_t>(*size) * kUsualRatio);
  }

  codec::MemberDecoder& decoder() {
    if (!decoder_) decoder_ = codec::make_member_decoder(format_, dictionary_);
    return *decoder_;
  }
  codec::Stream& stream() {
    if (!stream_) {
      stream_ = codec::make_stream(format_, dictionary_);
    } else {
      stream_->reset();
    }
    return *stream_;
  }

  // A .warc.zst file may begin with its dictionary in a skippable frame (magic
  // 0x184D2A5D), itself perhaps compressed with zstd.
  void load_dictionary(std::uint64_t offset) {
    if (format_ != codec::Format::kZstd || dictionary_loaded_) return;
    dictionary_loaded_ = true;
    if (!seekable_ && offset != 0) return;
    constexpr std::size_t head_bytes = 8;
    constexpr std::uint32_t max_dictionary = 16u << 20;
    std::string_view frame = window_.at(0, head_bytes);
    if (frame.size() < head_bytes || !frame.starts_with("\x5d\x2a\x4d\x18")) return;
    std::uint32_t size = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      size |= static_cast<std::uint32_t>(static_cast<unsigned char>(frame[4 + i])) << (8 * i);
    }
    frame = window_.at(0, head_bytes + std::min(size, max_dictionary));
    if (frame.size() < head_bytes + std::size_t{size}) return;
    dictionary_ = frame.substr(head_bytes, size);
    std::string unpacked;
    if (codec::format_by_magic(dictionary_) == codec::Format::kZstd &&
        codec::decode_all(codec::Format::kZstd, dictionary_, max_dictionary, unpacked) ==
            Status::kDone) {
      dictionary_ = std::move(unpacked);
    }
  }

  void start_stream(std::uint64_t offset) {
    current_ = &stream();
    next_ = offset;
    status_ = Status::kMore;
  }

  // Decodes until `wanted` bytes are unread or the member ends.
  void fill(std::size_t wanted) {
    buffer_.erase(buffer_.begin(), buffer_.end() - static_cast<std::ptrdiff_t>(unread_.size()));
    std::size_t size = buffer_.size();
    while (size < wanted && status_ == Status::kMore) {
      const std::string_view in = window_.at(next_, kPiece);
      const std::size_t room = std::clamp(size, kPiece, kFastOutput);  // doubling
      buffer_.resize(size + room);
      const codec::Step step = current_->step(in, {buffer_.data() + size, room}, window_.at_end());
      size += step.produced;
      next_ += step.consumed;
      status_ = step.status;
      if (status_ == Status::kMore && step.consumed == 0 && step.produced == 0 && in.empty()) {
        status_ = Status::kTruncated;
      }
    }
    buffer_.resize(size);
    unread_ = {buffer_.data(), size};
  }

  // Appends the next member to the unread bytes. Returns false if there is none, or if it begins
  // with a record; then the current record was cut short.
  bool join_next() {
    char start[kProbe];
    const std::string_view next = probe(next_, start);
    if (next.empty() || next.starts_with("WARC/")) return false;
    std::vector<char> joined(unread_.begin(), unread_.end());
    const std::uint64_t here = begin_;
    open(next_);
    begin_ = here;
    joined.insert(joined.end(), unread_.begin(), unread_.end());
    buffer_ = std::move(joined);
    unread_ = {buffer_.data(), buffer_.size()};
    return true;
  }

  // The first bytes of the member at `offset`, decoded into `start`.
  std::string_view probe(std::uint64_t offset, std::span<char, kProbe> start) {
    codec::Stream& engine = stream();
    std::size_t produced = 0;
    std::string_view in = window_.at(offset, kPiece);
    while (produced < kProbe) {
      const codec::Step step = engine.step(in, start.subspan(produced), window_.at_end());
      in.remove_prefix(step.consumed);
      produced += step.produced;
      if (step.status != Status::kMore || in.empty() || step.consumed + step.produced == 0) break;
    }
    return {start.data(), produced};
  }

  FileWindow window_;
  bool seekable_;
  bool dictionary_loaded_ = false;
  codec::Format format_;
  std::size_t keep_;
  std::string dictionary_;
  std::unique_ptr<codec::MemberDecoder> decoder_;
  std::unique_ptr<codec::Stream> stream_;
  codec::Stream* current_ = nullptr;

  std::size_t fast_output_;
  std::unique_ptr<char[]> fast_;  // output of the fast engine
  std::vector<char> buffer_;      // output of the stream engine, and joined members
  std::string_view unread_;       // points into one of the two
  std::uint64_t begin_ = 0;       // of the current member
  std::uint64_t next_ = 0;        // compressed bytes before this are used up
  Status status_ = Status::kDone;
};

}  // namespace

std::unique_ptr<MemberStream> open_members(ByteSource& source, codec::Format format,
                                           std::size_t keep) {
  return std::make_unique<Members>(source, format, keep);
}

}  // namespace pagekin::warc
