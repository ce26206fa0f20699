// Tables that say where records of WARC files are: file, offset and length.
//
//   JSON lines  {"url": ..., "filename": ..., "offset": ..., "length": ...}
//   CDXJ        "com,example)/ 20260101000000 {...}" with these fields
//   CDX         fields by letters: " CDX N b a m s k r M S V g"; S is the length, V the offset, g
//   the
//               file, a the address
//   TSV, CSV    with a first line of names
//   Parquet, Arrow
//
// The names of the columnar index of Common Crawl (warc_filename, warc_record_offset,
// warc_record_length) are taken, too. Text may be compressed by gzip or zstd.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "pagekin/core/byte_source.h"

namespace pagekin::input {

struct Coordinates {
  std::string url;   // empty: not given
  std::string file;  // as the table has it
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  std::uint64_t place = 0;  // the number of the row, from 1
  std::string fault;        // what is wrong with the row; empty: nothing
};

class CoordinateReader {
 public:
  virtual ~CoordinateReader() = default;
  // The next row; false at the end. Throws Error if the table cannot be read on.
  virtual bool next(Coordinates& row) = 0;
};

// Throws InputError for a table that lacks the columns.
std::unique_ptr<CoordinateReader> read_coordinates(std::unique_ptr<ByteSource> file,
                                                   const std::string& path);

}  // namespace pagekin::input
