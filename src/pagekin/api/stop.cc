#include "pagekin/stop.h"

#include <utility>

#include "pagekin/core/stop.h"

namespace pagekin {

struct StopOnRequest::State {
  StopScope scope;
};

StopOnRequest::StopOnRequest(std::stop_token token)
    : state_(new State{StopScope(std::move(token))}) {}
StopOnRequest::~StopOnRequest() = default;

}  // namespace pagekin
