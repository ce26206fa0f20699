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
#include "pagekin/core/stop.h"
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
constexpr std::size_t kGzipProbe = 4096;
constexpr std::uint64_t kHeldOfPipe = std::uint64_t{4} << 20;

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
    held_ = offset;
    buffer_.clear();
    unread_ = {};
    status_ = Status::kMore;
    is_joined_ = false;
    is_counted_ = false;
    length_.reset();
    stop_ = UINT64_MAX;
    if (window_.at(offset, kFastInput).empty()) return false;

    if (offset < suspect_end_) {
      const std::uint64_t end =
          seekable_ ? suspect_end_ : std::min(suspect_end_, offset + kHeldOfPipe);
      const std::uint64_t next = find(offset + 1, end);
      if (next < end) stop_ = next;
    }
    if (decode_at_once(offset)) return true;
    start_stream(offset);
    fill(keep_);
    if ((status_ == Status::kDamaged || status_ == Status::kTruncated) && stop_ == UINT64_MAX) {
      end_where_another_begins();
    }
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

  // Members in memory are looked into. A longer one in a file is decoded once more for the first
  // long record that it holds, as a rule its only one; so no member is decoded more than twice.
  std::optional<Lead> lead(std::uint64_t count) override {
    if (status_ == Status::kDone && count <= unread_.size()) {
      return lead_of(unread_.substr(static_cast<std::size_t>(count), kLeadBytes));
    }
    if (status_ != Status::kMore || is_joined_ || stop_ != UINT64_MAX) return std::nullopt;
    const std::uint64_t here = decoded_ - unread_.size();
    const std::uint64_t place = count > UINT64_MAX - here ? UINT64_MAX : here + count;
    if (length_ && place > *length_) return beyond_;
    if (!seekable_ || is_counted_) return std::nullopt;
    is_counted_ = true;
    return count_to(place);
  }

  std::uint64_t next_member() override {
    skip(UINT64_MAX);
    return is_cut() ? stop_ : next_;
  }

  bool is_cut() const override { return stop_ != UINT64_MAX && status_ != Status::kDone; }
  std::uint64_t suspect_end() const override { return suspect_end_; }
  void set_suspect_end(std::uint64_t offset) override { suspect_end_ = offset; }

  std::uint64_t find(std::uint64_t from, std::uint64_t to) override {
    const std::string_view magic = format_ == codec::Format::kGzip
                                       ? std::string_view("\x1f\x8b\x08")
                                       : std::string_view("\x28\xb5\x2f\xfd");
    load_dictionary(from);
    if (!seekable_) from = std::max(from, window_.begin());
    for (std::uint64_t at = from; at < to; ++at) {
      const std::string_view bytes = view(at, kPiece);
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

  // Decodes the member with the fast engine. Returns false if it is too large for it or damaged.
  bool decode_at_once(std::uint64_t offset) {
    std::string_view in = window_.at(offset, kFastInput);
    for (int attempt = 0; attempt < 2; ++attempt) {
      const codec::Step step = decoder().decode(
          in.substr(0,
                    static_cast<std::size_t>(std::min<std::uint64_t>(in.size(), stop_ - offset))),
          {fast_.get(), fast_output_});
      if (step.status == Status::kDone) {
        unread_ = {fast_.get(), step.produced};
        next_ = offset + step.consumed;
        status_ = Status::kDone;
        return true;
      }
      if (window_.at_end() || in.size() >= std::min<std::uint64_t>(kWindow, stop_ - offset) ||
          step.status == Status::kLimit) {
        break;
      }
      in = window_.at(offset, kWindow);  // the window may have been too small
    }
    return false;
  }

  // A member that is cut off goes on, for the decoder, with the bytes of the members after it. So
  // where decoding fails, the member ends at the first place that looks like another one, and what
  // was decoded beyond is dropped. The members up to the place of the failure are suspect: each of
  // them is decoded up to the next one only. So no byte is decoded more often than a few times,
  // even if all members are cut.
  void end_where_another_begins() {
    const std::uint64_t another = find(begin_ + 1, next_);
    if (another >= next_ || (!seekable_ && window_.begin() > begin_)) return;
    stop_ = another;
    buffer_.clear();
    unread_ = {};
    start_stream(begin_);
    fill(keep_);
  }

  // Compressed bytes. A pipe cannot be read again, so the start of the member stays in the window.
  std::string_view view(std::uint64_t at, std::size_t wanted) {
    const bool keeps_start = !seekable_ && at >= held_ && at - held_ <= kHeldOfPipe;
    const std::uint64_t from = keeps_start ? held_ : at;
    const auto passed = static_cast<std::size_t>(at - from);
    const std::string_view bytes = window_.at(from, passed + wanted);
    return bytes.substr(std::min(passed, bytes.size()));
  }

  // Compressed bytes at `next_`, and whether the current member has no more.
  std::string_view input(bool& is_last) {
    std::string_view in = view(next_, kPiece);
    is_last = window_.at_end();
    if (stop_ - next_ <= in.size()) {
      in = in.substr(0, static_cast<std::size_t>(stop_ - next_));
      is_last = true;
    }
    return in;
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

  // Decodes the current member once more, up to a place behind what was decoded so far, and keeps
  // nothing but the bytes there. Nothing if its bytes go on in the next member.
  std::optional<Lead> count_to(std::uint64_t place) {
    const std::unique_ptr<codec::Stream> counter = codec::make_stream(format_, dictionary_);
    std::vector<char> piece(kPiece);
    std::string there;
    std::uint64_t passed = 0;
    std::uint64_t at = begin_;
    codec::Step step;
    while (there.size() < kLeadBytes && step.status == Status::kMore) {
      check_stop();
      const std::string_view in = window_.at(at, kPiece);
      step = counter->step(in, piece, window_.at_end());
      if (in.empty() && step.produced == 0) break;
      at += step.consumed;
      if (passed + step.produced > place) {
        const std::size_t from = passed < place ? static_cast<std::size_t>(place - passed) : 0;
        there.append(piece.data() + from, step.produced - from);
      }
      passed += step.produced;
    }
    if (passed >= place) return lead_of(std::string_view(there).substr(0, kLeadBytes));
    char start[kProbe];
    counter->reset();
    const std::string_view next = step.status == Status::kDone ? probe(*counter, at, start) : "";
    if (!next.empty() && !next.starts_with("WARC/")) return std::nullopt;
    length_ = passed;
    beyond_ = step.status == Status::kDone ? Lead::kNowhere : Lead::kCut;
    return beyond_;
  }

  void start_stream(std::uint64_t offset) {
    decoded_ = 0;
    current_ = &stream();
    next_ = offset;
    status_ = Status::kMore;
  }

  // Decodes until `wanted` bytes are unread or the member ends.
  void fill(std::size_t wanted) {
    // Bytes are moved only when at least as many are dropped.
    std::size_t front = buffer_.size() - unread_.size();
    if (front >= unread_.size()) {
      buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(front));
      front = 0;
    }
    std::size_t size = buffer_.size();
    while (size - front < wanted && status_ == Status::kMore) {
      bool is_last = false;
      const std::string_view in = input(is_last);
      const std::size_t room = std::clamp(size, kPiece, kFastOutput);  // doubling
      buffer_.resize(size + room);
      const codec::Step step = current_->step(in, {buffer_.data() + size, room}, is_last);
      size += step.produced;
      decoded_ += step.produced;
      next_ += step.consumed;
      status_ = step.status;
      if (status_ == Status::kMore && step.consumed == 0 && step.produced == 0 && in.empty()) {
        status_ = Status::kTruncated;
      }
    }
    const bool failed = status_ == Status::kDamaged || status_ == Status::kTruncated;
    if (failed && stop_ == UINT64_MAX) suspect_end_ = std::max(suspect_end_, next_);
    buffer_.resize(size);
    unread_ = {buffer_.data() + front, size - front};
  }

  // Appends the next member to the unread bytes. Returns false if there is none, or if it begins
  // with a record; then the current record was cut short.
  bool join_next() {
    char start[kProbe];
    const std::string_view next = probe(next_, start);
    if (next.empty() || next.starts_with("WARC/")) return false;
    // What was joined before stays where it is, so that many small members cost no more than one.
    const bool is_buffered = !buffer_.empty();
    std::vector<char> joined;
    if (is_buffered) {
      joined.swap(buffer_);
    } else {
      joined.assign(unread_.begin(), unread_.end());
    }
    std::size_t front = joined.size() - unread_.size();
    if (front >= unread_.size()) {
      joined.erase(joined.begin(), joined.begin() + static_cast<std::ptrdiff_t>(front));
      front = 0;
    }
    const std::uint64_t here = begin_;
    open(next_);
    begin_ = here;
    is_joined_ = true;
    joined.insert(joined.end(), unread_.begin(), unread_.end());
    buffer_ = std::move(joined);
    unread_ = {buffer_.data() + front, buffer_.size() - front};
    return true;
  }

  // The first bytes of the member at `offset`, decoded into `start`.
  std::string_view probe(std::uint64_t offset, std::span<char, kProbe> start) {
    return probe(stream(), offset, start);
  }
  std::string_view probe(codec::Stream& engine, std::uint64_t offset,
                         std::span<char, kProbe> start) {
    std::size_t produced = 0;
    std::string_view in = view(offset, kPiece);
    // Gzip needs no more to show the start of a record, unless its header holds long texts.
    if (format_ == codec::Format::kGzip) in = in.substr(0, kGzipProbe);
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
  std::unique_ptr<char[]> fast_;     // output of the fast engine
  std::vector<char> buffer_;         // output of the stream engine, and joined members
  std::string_view unread_;          // points into one of the two
  std::uint64_t begin_ = 0;          // of the current member, or of the first that was joined
  std::uint64_t held_ = 0;           // of the member that is decoded
  std::uint64_t next_ = 0;           // compressed bytes before this are used up
  std::uint64_t decoded_ = 0;        // bytes of the current member, if the stream engine decodes it
  bool is_joined_ = false;           // unread_ has bytes of several members
  bool is_counted_ = false;          // the current member was decoded twice
  std::uint64_t stop_ = UINT64_MAX;  // the current member is decoded no further
  std::uint64_t suspect_end_ = 0;    // members that begin before it are decoded up to the next one
  std::optional<std::uint64_t> length_;  // of the current member, decoded, if that is known
  Lead beyond_ = Lead::kNowhere;         // what a place behind its end is
  Status status_ = Status::kDone;
};

}  // namespace

std::unique_ptr<MemberStream> open_members(ByteSource& source, codec::Format format,
                                           std::size_t keep) {
  return std::make_unique<Members>(source, format, keep);
}

}  // namespace pagekin::warc
