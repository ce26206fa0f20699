#include "pagekin/warc/ahead_stream.h"

#include <algorithm>

#include "pagekin/core/error.h"
#include "pagekin/core/stop.h"

namespace pagekin::warc {
namespace {

constexpr std::size_t kAheadPiece = std::size_t{1} << 16;

}  // namespace

std::string_view AheadStream::peek(std::size_t wanted, bool join) {
  if (held() == 0) return stream_->peek(wanted, join);
  if (buffer_.size() - buffer_at_ < wanted) {
    // Bytes are moved only when at least as many are dropped.
    if (buffer_at_ >= buffer_.size() - buffer_at_) {
      buffer_.erase(0, buffer_at_);
      buffer_at_ = 0;
    }
    take_from_spool(wanted);
    const std::size_t have = buffer_.size() - buffer_at_;
    if (have < wanted) {
      const std::string_view more = stream_->peek(wanted - have, join).substr(0, wanted - have);
      buffer_ += more;
      stream_->skip(more.size());
    }
  }
  return std::string_view(buffer_).substr(buffer_at_);
}

// Moves bytes from the file to the buffer, until that has `wanted` unread ones.
void AheadStream::take_from_spool(std::size_t wanted) {
  while (buffer_.size() - buffer_at_ < wanted && spooled() != 0) {
    const std::size_t before = buffer_.size();
    const std::size_t room = std::max(kAheadPiece, wanted - (before - buffer_at_));
    buffer_.resize(before + static_cast<std::size_t>(std::min<std::uint64_t>(room, spooled())));
    const std::size_t got = spool_->read_at(spool_at_, std::span(buffer_).subspan(before));
    buffer_.resize(before + got);
    spool_at_ += got;
    if (got == 0) spool_at_ = spool_->size();
  }
  if (spool_ && spooled() == 0) {
    spool_->clear();
    spool_at_ = 0;
  }
}

void AheadStream::skip(std::uint64_t count) {
  const auto buffered =
      static_cast<std::size_t>(std::min<std::uint64_t>(count, buffer_.size() - buffer_at_));
  buffer_at_ += buffered;
  count -= buffered;
  const std::uint64_t filed = std::min(count, spooled());
  spool_at_ += filed;
  count -= filed;
  if (held() == 0) {
    buffer_.clear();
    buffer_at_ = 0;
    if (spool_) spool_->clear();
    spool_at_ = 0;
  }
  if (count != 0) stream_->skip(count);
}

std::uint64_t AheadStream::offset() const {
  return stream_->offset() - (offset_counts_bytes() ? held() : 0);
}

codec::Status AheadStream::status() const {
  return spooled() != 0 ? codec::Status::kMore : stream_->status();
}

std::size_t AheadStream::copy_held(std::uint64_t offset, std::span<char> out) const {
  const std::string_view buffered = std::string_view(buffer_).substr(buffer_at_);
  std::size_t done = 0;
  if (offset < buffered.size()) {
    const std::string_view part = buffered.substr(static_cast<std::size_t>(offset), out.size());
    std::copy(part.begin(), part.end(), out.begin());
    done = part.size();
  }
  if (done < out.size() && spooled() != 0) {
    done += spool_->read_at(spool_at_ + (offset + done - buffered.size()), out.subspan(done));
  }
  return done;
}

std::optional<Lead> AheadStream::lead(std::uint64_t count) {
  if (held() == 0) {
    if (const std::optional<Lead> known = stream_->lead(count)) return known;
  }
  char place[kLeadBytes];
  const std::uint64_t wanted = count > UINT64_MAX - kLeadBytes ? UINT64_MAX : count + kLeadBytes;
  while (held() < wanted) {
    if (spooled() >= limit_) return Lead::kTooFar;
    check_stop();
    const std::string_view bytes = stream_->peek(kAheadPiece, true);
    if (bytes.empty()) break;
    if (!spool_) spool_ = std::make_unique<SpoolFile>();
    const std::uint64_t before = spool_->size();
    bool has_room = true;
    try {
      spool_->append(bytes);
    } catch (const Error&) {  // there is no place for temporary files, or it is full
      has_room = false;
    }
    stream_->skip(spool_->size() - before);
    if (!has_room) return Lead::kTooFar;
  }
  if (held() < count) {
    return stream_->status() == codec::Status::kDone ? Lead::kNowhere : Lead::kCut;
  }
  return lead_of({place, copy_held(count, place)});
}

}  // namespace pagekin::warc
