// From the structs of the public interface to those of the use cases, and back.
#pragma once

#include "pagekin/input/read_pages.h"
#include "pagekin/page.h"
#include "pagekin/pipeline/read_features.h"
#include "pagekin/run.h"

namespace pagekin::api {

inline input::ReadOptions read_options(const Source& source, const Run& run) {
  return {.max_page_bytes = source.max_page_bytes,
          .all_status = source.all_status,
          .verify_digests = source.verify_digests,
          .threads = run.threads};
}

inline PageCounts page_counts(const pipeline::ReadCounts& counts) {
  return {.used = counts.clustered,
          .limited = counts.limited,
          .skipped = counts.skipped,
          .by_reason = counts.by_reason};
}

}  // namespace pagekin::api
