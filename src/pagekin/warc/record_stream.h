// The decompressed bytes of a WARC file. In a compressed file the boundaries of members are
// known; a plain file has none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "pagekin/codec/codec.h"
#include "pagekin/core/byte_source.h"

namespace pagekin::warc {

// What is found where a record claims to end.
enum class Lead : std::uint8_t {
  kRecord,     // another record, or the end of the member or file
  kBlankCrlf,  // "\r\n\r\n", as after a record, then something else
  kBlankLf,    // "\n\n", then something else
  kOther,      // something else
  kNowhere,    // the bytes end before
  kCut,        // the member is cut off or damaged before
  kTooFar,     // unknown, because it is too far ahead
};

class RecordStream {
 public:
  virtual ~RecordStream() = default;

  // The unread bytes: at least `wanted`, unless the current member ends before. With `join`,
  // members that continue the same record are added. Valid until the next call.
  virtual std::string_view peek(std::size_t wanted, bool join = false) = 0;

  // Drops bytes, at most up to the end of the current member.
  virtual void skip(std::uint64_t count) = 0;

  // The offset of the next unread byte; in a compressed file the offset of its member.
  virtual std::uint64_t offset() const = 0;

  // Whether offset() counts the bytes of this stream, not those of a compressed file.
  virtual bool offset_counts_bytes() const { return false; }

  // Why peek() fell short: kDone when the member or file ended as it should.
  virtual codec::Status status() const = 0;

  // What is found `count` bytes after the first unread byte, without going there; nothing if this
  // stream cannot look so far ahead (AheadStream can).
  virtual std::optional<Lead> lead(std::uint64_t /*count*/) { return std::nullopt; }
};

// A file of gzip or zstd members.
class MemberStream : public RecordStream {
 public:
  // Goes to the member at `offset`. False at the end of the file.
  virtual bool open(std::uint64_t offset) = 0;

  // The offset of the next member. Reads the rest of the current member if necessary. If status()
  // is kDamaged and the member is not cut, the offset is unknown; call find().
  virtual std::uint64_t next_member() = 0;

  // Whether another member begins inside the current one, which is therefore cut off there.
  virtual bool is_cut() const = 0;

  // Up to this offset, members are decoded only up to the place that looks like the next one,
  // because a member before them was cut off and decoding it failed there. The members that are
  // read depend on it, so a reader that goes on from the place of another one needs it.
  virtual std::uint64_t suspect_end() const = 0;
  virtual void set_suspect_end(std::uint64_t offset) = 0;

  // The first offset in [from, to) where a member begins that holds a WARC
  // record; `to` when there is none.
  virtual std::uint64_t find(std::uint64_t from, std::uint64_t to) = 0;
};

// `keep` bytes of a member are decompressed before any of them is used, so that the checksum is
// verified first, except for huge members.
std::unique_ptr<MemberStream> open_members(ByteSource& source, codec::Format format,
                                           std::size_t keep);

// A plain file; also finds records in it.
class PlainStream : public RecordStream {
 public:
  // Moves to an absolute offset.
  virtual void seek(std::uint64_t offset) = 0;
  virtual std::uint64_t find(std::uint64_t from, std::uint64_t to) = 0;
};
std::unique_ptr<PlainStream> open_plain(ByteSource& source);

// Whether the bytes look like the start of a WARC record: "WARC/", a version, a
// line end and a header field. What the find() functions look for.
bool looks_like_record(std::string_view bytes);
constexpr std::size_t kStartBytes = 64;  // suffice to recognise a record

// What these bytes begin with, after line ends. Fewer than kLeadBytes are the last ones.
Lead lead_of(std::string_view bytes);
constexpr std::size_t kLeadBytes = 2 * kStartBytes;

// Offset of the first such start after a line end in `bytes`, or npos.
std::size_t find_record(std::string_view bytes);

}  // namespace pagekin::warc
