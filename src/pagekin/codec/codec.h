// Decompression of whole members in memory (fast) and of streams of any length, both with a limit
// on the output.
//
// "Member" means one gzip member, zlib stream, zstd frame (or skippable frame), brotli or bzip2
// stream.
// No declared length is trusted: memory is that of the actual output, the caller's buffers, and a
// bounded window per decoder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pagekin::codec {

enum class Format : std::uint8_t { kGzip, kDeflate, kZstd, kBrotli, kBzip2 };

enum class Status : std::uint8_t {
  kDone,       // the member is complete and its checksums match
  kMore,       // streams only: more input or more room is needed
  kTruncated,  // the input ended inside the member
  kDamaged,    // not this format, corrupt, or a checksum that does not match
  kLimit,      // more output than there is room for
};

// gzip or zstd by its first bytes; brotli and deflate have no signature, and no input is
// recognised as bzip2.
// Two bytes are enough for gzip; a third, when there is one, must fit too.
std::optional<Format> format_by_magic(std::string_view bytes);

// Whether `bytes` begin a member of this format, or are a prefix of its signature; false for
// formats without a signature.
bool may_begin_member(Format format, std::string_view bytes);

struct Step {
  Status status = Status::kMore;
  std::size_t consumed = 0;
  std::size_t produced = 0;
};

// Decodes members that lie whole in memory. One object per thread; buffers are reused.
class MemberDecoder {
 public:
  virtual ~MemberDecoder() = default;

  // Decodes the member at the start of `in`, which may be followed by other bytes. This is the
  // fast path: any status but kDone only means that it failed; a Stream then finds out what is
  // wrong and gives the bytes before the fault. consumed and produced are 0 in this case, and
  // `out` may have been written to.
  virtual Step decode(std::string_view in, std::span<char> out) = 0;
};
// For kGzip and kZstd. The dictionary, copied, is for kZstd only; throws Error when
// it is damaged.
std::unique_ptr<MemberDecoder> make_member_decoder(Format format, std::string_view dictionary = {});

// Decodes one member of any length from pieces.
class Stream {
 public:
  virtual ~Stream() = default;

  // Consumes a prefix of `in` and fills a prefix of `out`. kMore with all of `in` consumed asks
  // for input; with `out` full, for room. `in_ends` says that no more input exists, so that a
  // member that is not complete is kTruncated. Bytes produced before kDamaged or kTruncated are
  // probably good, but no checksum proves it. After kDone, `in` from `consumed` on is the next
  // member or other data. After kDone or kDamaged every call returns the same status until
  // reset().
  virtual Step step(std::string_view in, std::span<char> out, bool in_ends) = 0;

  // Prepares for the next member.
  virtual void reset() = 0;
};
// kDeflate takes zlib streams and, as browsers do, raw deflate data. The dictionary,
// copied, is for kZstd only; throws Error when it is damaged.
std::unique_ptr<Stream> make_stream(Format format, std::string_view dictionary = {});

// Decodes a whole body into `out` (replaced), at most `cap` bytes. A gzip, zstd or bzip2 body may
// have several members; bytes after the last one are ignored. No bytes at all are an empty body in
// every format. kLimit: `out` holds the first `cap` bytes. kTruncated, kDamaged: what came before
// the fault.
Status decode_all(Format format, std::string_view in, std::size_t cap, std::string& out);

// Formats without a stream of their own: Hadoop writes them in blocks (framed_blocks.cc).
enum class BlockFormat : std::uint8_t { kSnappy, kLz4 };

// Decodes the blocks that Hadoop writes into `out` (replaced), at most `cap` bytes. kLimit: `out`
// holds whole chunks, fewer than `cap` bytes; otherwise as decode_all().
Status decode_framed_blocks(BlockFormat format, std::string_view in, std::size_t cap,
                            std::string& out);

// Compresses into one member: gzip for archives we write (level 0, stored, to 12; throws
// Error for others). The bytes depend on the input, the level and the version of the
// library only: the header has neither time nor name.
std::string gzip_member(std::string_view bytes, int level = 6);

// Compresses into one zstd frame with a checksum, for bodies that a store keeps (level 1 to
// 19; throws Error for others). The bytes depend on the input, the level and the version of
// the library only.
std::string zstd_frame(std::string_view bytes, int level = 3);

}  // namespace pagekin::codec
