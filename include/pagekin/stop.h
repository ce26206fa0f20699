// A request to stop, for calls that take no Run.
#pragma once

#include <memory>
#include <stop_token>

#include "pagekin/export.h"

namespace pagekin {

// While it exists, a request to stop ends calls of this thread that read or compute for long, such
// as those that read tables, with Cancelled. Objects nest. A Run has a token of its own.
class PAGEKIN_API StopOnRequest {
 public:
  explicit StopOnRequest(std::stop_token token);
  ~StopOnRequest();
  StopOnRequest(const StopOnRequest&) = delete;
  StopOnRequest& operator=(const StopOnRequest&) = delete;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pagekin
