// Pages from files.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

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

}  // namespace pagekin
