// Pages from files.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "pagekin/export.h"
#include "pagekin/page.h"
#include "pagekin/run.h"

namespace pagekin {

// Reads all inputs and calls `use` for each page in input order, never on two threads at
// once. Page::id is unique: a repeated id gets "#2", "#3" and so on. Pages that cannot be used
// go to Run::incident. Throws InputError where `strict` asks for it, Cancelled, and whatever
// `use` throws. Memory is bounded by a few megabytes per thread and the ids.
PAGEKIN_API PageCounts read_pages(const Source& source, const std::function<void(const Page&)>& use,
                                  const Run& run = {});

// A page that belongs to the caller.
struct OwnedPage {
  std::string id;
  std::string body;
  std::string charset;
  std::string input;
  std::uint64_t offset = 0;
};

// The same, with pages that may be kept, without copying them.
PAGEKIN_API PageCounts take_pages(const Source& source, const std::function<void(OwnedPage&&)>& use,
                                  const Run& run = {});

// ---- Parts of a file, for programs that divide the work among machines.

// A range of bytes. Its pages are those whose records begin in it.
struct FilePart {
  std::string input;  // see Source::inputs
  std::uint64_t begin = 0;
  std::uint64_t end = UINT64_MAX;  // the first byte that is not in it
  bool begins_exactly = false;     // a record is known to begin at `begin`; true for 0
};

// How parts of one file join, so that together they give the pages of the file. A part joins the
// one before it if its `first` is the `next` of that one, or if that one says `is_open`. A part
// whose end is not above the `next` before it is covered: leave its pages out. Any other part must
// be read again, with `begin` = that `next`, exactly. This happens where bytes inside a page look
// like a record.
struct FilePartEnds {
  std::optional<std::uint64_t> first;  // where its first record begins; none: there is no record
  std::uint64_t next = 0;  // where the first record after it begins; UINT64_MAX: there is none
  bool is_open = true;     // nothing is proved about `next`
  PageCounts counts;
};

// Divides an input into parts of about `part_bytes`, which follow each other. An input that cannot
// be divided is one part: only WARC files with a member for each record, plain ones, and JSON lines
// that are not compressed can. Throws Error for a file that cannot be opened.
PAGEKIN_API std::vector<FilePart> divide_input(const std::string& input, std::uint64_t part_bytes);

// Reads the pages of a part as take_pages() does; `source` says how, its inputs are not read. Ids
// are those of the records: no numbers make them unique. The pages of a part can be used when
// FilePartEnds says that it joins.
PAGEKIN_API FilePartEnds take_part(const FilePart& part, const Source& source,
                                   const std::function<void(OwnedPage&&)>& use,
                                   const Run& run = {});

}  // namespace pagekin
