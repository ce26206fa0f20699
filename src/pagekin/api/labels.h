// Labels of the public interface as the use cases take them.
#pragma once

#include <memory>

#include "pagekin/eval/labels.h"
#include "pagekin/labels.h"

namespace pagekin {

struct Labels::State {
  std::unique_ptr<const eval::Labels> labels;
};

namespace api {

inline const eval::Labels& eval_labels(const Labels& labels) { return *labels.state().labels; }

}  // namespace api
}  // namespace pagekin
