// Reads a part of a file, for programs that divide large files among machines.
//
// A part is a range of bytes, and its records are those that begin in it. Where a record begins is
// known for certain only from the one before it, so the reader of a part searches for its first
// record, and the parts are joined afterwards: see PartEnds and warc_file.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "pagekin/input/read_pages.h"

namespace pagekin::input {

struct Part {
  std::uint64_t begin = 0;
  std::uint64_t end = UINT64_MAX;  // the first byte that is not in it
  bool begins_exactly = false;     // a record is known to begin at `begin`
};

// A part joins the one before it if `first` is the `next` of that one, or if that one says
// `is_open`. It is covered, and must be left out, if its end is not above the `next` before it.
// Otherwise it must be read again, exactly from there.
struct PartEnds {
  std::optional<std::uint64_t> first;  // where its first record begins; none: there is no record
  std::uint64_t next = 0;  // where the first record after it begins; UINT64_MAX: there is none
  bool is_open = true;     // nothing is proved there: the next part searches
};

// Whether a file can be read in parts: a WARC file whose members are no larger than records, JSON
// lines that are not compressed, or a SequenceFile of Nutch's pages, compressed or not. Throws
// Error for a file that cannot be opened.
bool can_divide(const std::string& path);

// Reads the records that begin in a part of such a file; named as input_name.h says. Throws
// InputError for a file that cannot be divided, or cannot be opened.
PartEnds read_part(const std::string& name, const Part& part, const ReadOptions& options,
                   PageConsumer& consumer, Progress* progress = nullptr);

}  // namespace pagekin::input
