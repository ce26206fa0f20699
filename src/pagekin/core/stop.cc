#include "pagekin/core/stop.h"

#include <utility>

namespace pagekin {
namespace {

std::stop_token& token_of_thread() {
  thread_local std::stop_token token;
  return token;
}

}  // namespace

StopScope::StopScope(std::stop_token token)
    : outer_(std::exchange(token_of_thread(), std::move(token))) {}

StopScope::~StopScope() { token_of_thread() = std::move(outer_); }

std::stop_token current_stop_token() { return token_of_thread(); }

void check_stop() {
  if (token_of_thread().stop_requested()) throw Cancelled();
}

}  // namespace pagekin
