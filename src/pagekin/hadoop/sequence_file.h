// Reads Hadoop SequenceFiles: records of a key and a value, plain, compressed one by one, or
// compressed in blocks of many records.
//
// A file begins with a header that names the classes of keys and values, the codec, and a marker
// of 16 random bytes. Behind four bytes 0xff this marker stands before every block, and between
// records every some thousand bytes. A reader that lost its way, or begins in the middle, finds the
// next marker and is in step again. So damage costs one block, or the records up to the next
// marker.
//
// Nothing in a file is trusted: all lengths are checked against the file and the limits before
// anything is read or kept.
//
// Source: org.apache.hadoop.io.SequenceFile, versions 2 to 6.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pagekin/core/byte_source.h"
#include "pagekin/core/file_window.h"
#include "pagekin/hadoop/codecs.h"

namespace pagekin::hadoop {

enum class Compression : std::uint8_t { kNone, kRecord, kBlock };

struct SequenceHeader {
  int version = 0;
  std::string key_class;  // "org.apache.hadoop.io.Text"
  std::string value_class;
  Compression compression = Compression::kNone;
  Codec codec = Codec::kDeflate;  // unless kNone
  std::string marker;             // four bytes 0xff and the 16 random bytes
  std::uint64_t size = 0;         // of the header: where the first record or block begins
};

// Whether a file with these first bytes claims to be a SequenceFile. Four bytes are enough.
bool is_sequence_file(std::string_view first_bytes);

// Reads the header. Throws InputError if it is damaged, or names a version or codec that cannot be
// read.
SequenceHeader read_header(ByteSource& file);

// Longer records and blocks are reported and passed over.
struct SequenceLimits {
  std::size_t record_bytes = std::size_t{1} << 28;  // of a record, also after decompression
  std::size_t block_bytes = std::size_t{1} << 28;   // of all values of a block, or all keys
};

struct SequenceRecord {
  std::uint64_t offset = 0;  // of the record, or of its block
  std::string_view key;      // as written, not yet taken apart
  std::string_view value;    // decompressed
};

enum class SequenceFault : std::uint8_t { kDamaged, kTruncated, kTooLong };

class SequenceHandler {
 public:
  virtual ~SequenceHandler() = default;
  // Returns false if key or value are not what their classes write; then the record is damaged,
  // and fault() is called.
  virtual bool record(const SequenceRecord& record) = 0;
  // A place where a record or block could not be read. One sentence.
  virtual void fault(std::uint64_t offset, SequenceFault fault, std::string detail) = 0;
};

class SequenceReader {
 public:
  SequenceReader(ByteSource& file, const SequenceHeader& header, const SequenceLimits& limits)
      : window_(file), header_(&header), limits_(limits) {}

  // The offset of the first marker that begins in [from, to); `to` if there is none.
  std::uint64_t find_marker(std::uint64_t from, std::uint64_t to);

  enum class State : std::uint8_t {
    kNext,  // a record, block or marker was read, or passed over whole: another may begin at `next`
    kEnd,   // the file ends
    kLost,  // damage: search for a marker from `next` on
  };
  struct Step {
    State state = State::kEnd;
    std::uint64_t next = 0;
  };
  // Reads the record, marker or block at `at`. Throws what reading throws.
  Step read(std::uint64_t at, SequenceHandler& handler);

  // Whether a marker begins at `at`.
  bool at_marker(std::uint64_t at);
  // Whether the file ends at or before `at`.
  bool ends_before(std::uint64_t at) { return window_.at(at, 1).empty(); }

 private:
  Step read_record(std::uint64_t at, SequenceHandler& handler);
  Step read_block(std::uint64_t at, SequenceHandler& handler);
  // The number at `size` bytes behind `at`; adds its size. Nothing at the end of the file.
  std::optional<std::int64_t> vint_behind(std::uint64_t at, std::size_t& size);
  void deliver_block(std::uint64_t at, std::uint64_t count, bool cut, SequenceHandler& handler);

  FileWindow window_;
  const SequenceHeader* header_;
  SequenceLimits limits_;
  std::string buffers_[4];  // of a block: key lengths, keys, value lengths, values
};

}  // namespace pagekin::hadoop
