// From inputs to features: pages are read and looked at in parallel, and what is
// kept of them comes out in input order with a unique id.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "pagekin/core/page.h"
#include "pagekin/features/features.h"
#include "pagekin/input/read_pages.h"
#include "pagekin/pipeline/page_ids.h"

namespace pagekin::pipeline {

// Every page that was read met one of two fates: read = clustered + skipped.
struct ReadCounts {
  std::uint64_t clustered = 0;  // limited ones included
  std::uint64_t limited = 0;
  std::uint64_t skipped = 0;
  std::array<std::uint64_t, kReasonCount> by_reason{};
  std::uint64_t page_bytes = 0;     // of the clustered pages
  std::uint64_t bytes_scanned = 0;  // of these, looked at

  std::uint64_t read() const { return clustered + skipped; }
};

struct ReadRequest {
  std::span<const std::string> inputs;
  input::ReadOptions options;
  bool strict = false;  // the first unreadable page ends the run with an Error
  features::Needs needs;
  input::Progress* progress = nullptr;
  // Called by one thread at a time, in input order.
  std::function<void(std::string_view id, features::Features&&)> page;
  std::function<void(const Incident&)> incident = nullptr;
};

ReadCounts read_features(const ReadRequest& request, PageIds& ids);

}  // namespace pagekin::pipeline
