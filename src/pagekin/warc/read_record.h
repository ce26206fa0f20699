// Reads WARC records from a stream of bytes.
//
// Reads WARC 0.18 to 1.1 and the dialects seen in real archives: LF line ends, folded lines,
// missing or extra blank lines between records, <URI>. Content-Length is trusted only if a record,
// the end, or the two line ends after a record follow the block; otherwise the reader searches for
// the next record, from the start of the block. So a record that holds an archive is one record,
// and a length that lies costs its own record alone. A length that leads beyond the end of a member
// that is cut off is not a lie if the record is the first of its member; then nothing is searched.
//
// Source: ISO 28500, the WARC file format 1.1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pagekin/warc/ahead_stream.h"
#include "pagekin/warc/record_stream.h"

namespace pagekin::warc {

// What is wrong with a record. After kCutShort, kWrongLength and kBadHeader the block can be used
// as far as it is there.
enum class Fault : std::uint8_t {
  kDamaged,      // corrupt beyond use
  kTruncated,    // ends before its block begins
  kCutShort,     // the archive ends before its block does
  kWrongLength,  // its length does not lead to the next record
  kBadHeader,    // a header that contradicts the content
};

struct WarcRecord {
  std::uint64_t offset = 0;  // in the file; in a compressed file that of its member
  std::string type;          // lower case: response, resource, request, warcinfo ...
  std::string target_uri;    // without <>, spaces escaped
  std::string date;          // WARC-Date
  std::string content_type;
  std::string block_digest;
  std::string payload_digest;
  std::string truncated;                // WARC-Truncated: why the crawler cut it
  int segment = 0;                      // WARC-Segment-Number; 0: not segmented
  std::optional<std::uint64_t> length;  // Content-Length, when it is a number
  std::string_view block;               // cut to the limit; valid during the call
  bool whole = true;                    // block has all of its bytes
  std::optional<Fault> fault;           // what is wrong with it, if anything
  std::string detail;                   // about the fault, one sentence
};

class RecordHandler {
 public:
  virtual ~RecordHandler() = default;
  // Whether this record is of interest; called before its block is read. Records with a fault are
  // handed over in any case.
  virtual bool wants(const WarcRecord& header) = 0;
  virtual void record(const WarcRecord& record) = 0;
  // Called for bytes that belong to no record.
  virtual void damage(std::uint64_t offset, std::string detail) = 0;
};

struct RecordLimits {
  std::size_t header_bytes = std::size_t{1} << 18;
  std::size_t block_bytes = std::size_t{10} << 20;  // the rest of a block is dropped
};

// Reads the records of the current member, or of a plain file:
//   while (reader.at_record()) reader.read();
class RecordReader {
 public:
  RecordReader(RecordStream& stream, const RecordLimits& limits, RecordHandler& handler)
      : stream_(stream), limits_(limits), handler_(&handler) {}

  // Passes over blank lines; false at the end of the member or file.
  bool at_record();

  // Reads the record at this place, or reports bytes that are not a record.
  void read();

 private:
  bool read_header();
  void read_block();
  void read_lost_block(Lead lead, bool wanted);
  bool leads(Lead lead) const;
  bool is_cut_first() const;
  void blame(Fault fault, std::string detail);
  void blame_stream();
  std::uint64_t pass_to_record();
  std::uint64_t pass_to_end();
  void skip_damage(std::string detail);

  AheadStream stream_;
  RecordLimits limits_;
  RecordHandler* handler_;
  WarcRecord record_;
  std::uint64_t header_offset_ = 0;
  std::uint64_t begun_ = 0;    // records and damaged places so far, this one included
  bool has_lf_lines_ = false;  // the header ends in "\n\n", so "\n\n" follows the block
};

// Names the kind of some bytes, for messages: "gzip data", "HTML", "a tar file" ...
std::string describe_bytes(std::string_view bytes);

}  // namespace pagekin::warc
