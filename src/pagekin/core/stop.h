// Ending long work early.
//
// A run belongs to a std::stop_token. The caller of the run sets the token for its thread;
// run_in_order() (parallel.h) hands it on to the threads it starts. Long loops call
// check_stop() now and then. So two runs in one process stop independently, and no loop
// needs the token as an argument.
#pragma once

#include <stop_token>

#include "pagekin/core/error.h"

namespace pagekin {

// Sets the token of this thread while the object exists; scopes nest.
class StopScope {
 public:
  explicit StopScope(std::stop_token token);
  ~StopScope();
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

 private:
  std::stop_token outer_;
};

// The token of this thread; without a scope, one that never asks to stop.
std::stop_token current_stop_token();

// Throws Cancelled when the run of this thread is asked to stop. Cheap.
void check_stop();

}  // namespace pagekin
