// What the answer of a server means for a crawl.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "pagekin/crawl/fetcher.h"
#include "pagekin/store/crawl_store.h"

namespace pagekin::crawl {

struct Answer {
  store::State state = store::State::kFailed;
  std::string reason;      // why it is not a page, or not a whole one
  bool limited = false;    // the body is not whole
  std::string media_type;  // as declared
  std::string charset;
  std::string location;  // of a redirect, as the server wrote it
  // Whether the same request may have another answer later, and when to ask at the earliest.
  bool may_change = false;
  std::optional<std::chrono::seconds> wait;
};

// Whether a status describes a passing state of the server, not the page.
bool is_passing_status(int status);

Answer judge_answer(const Fetched& fetched, std::chrono::system_clock::time_point now);

}  // namespace pagekin::crawl
