// A stream of records that can look as far ahead as a record claims to reach, and come back.
//
// A pipe, and a member that holds many records, can only be read forward. What is passed on the
// way is kept in a temporary file, and read again from there. Each byte is kept once, however many
// records are looked beyond, so the cost is linear in the bytes; memory is one buffer as large as
// what is asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "pagekin/core/spool_file.h"
#include "pagekin/warc/record_stream.h"

namespace pagekin::warc {

class AheadStream final : public RecordStream {
 public:
  // `limit`: the most bytes that are kept in the temporary file.
  static constexpr std::uint64_t usual_limit = std::uint64_t{4} << 30;
  explicit AheadStream(RecordStream& stream, std::uint64_t limit = usual_limit)
      : stream_(&stream), limit_(limit) {}

  std::string_view peek(std::size_t wanted, bool join = false) override;
  void skip(std::uint64_t count) override;
  std::uint64_t offset() const override;
  codec::Status status() const override;
  bool offset_counts_bytes() const override { return stream_->offset_counts_bytes(); }

  // Always knows an answer; kTooFar if the place is further ahead than the limit, or than the
  // temporary file has room for.
  std::optional<Lead> lead(std::uint64_t count) override;

 private:
  std::uint64_t spooled() const { return spool_ ? spool_->size() - spool_at_ : 0; }
  std::uint64_t held() const { return buffer_.size() - buffer_at_ + spooled(); }
  std::size_t copy_held(std::uint64_t offset, std::span<char> out) const;
  void take_from_spool(std::size_t wanted);

  RecordStream* stream_;
  std::uint64_t limit_;
  // The unread bytes are those of the buffer, then those of the file, then those of the stream.
  std::string buffer_;
  std::size_t buffer_at_ = 0;
  std::unique_ptr<SpoolFile> spool_;
  std::uint64_t spool_at_ = 0;
};

}  // namespace pagekin::warc
