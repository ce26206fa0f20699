// Single requests, for tests of the fetcher.
#pragma once

#include <chrono>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "pagekin/crawl/fetcher.h"

namespace pagekin::crawl {

// Shows names, not numbers, in failures.
inline void PrintTo(FetchFault fault, std::ostream* out) { *out << name_of(fault); }

}  // namespace pagekin::crawl

namespace pagekin::test {

// Long enough for a slow machine; no test waits that long unless it fails.
constexpr std::chrono::seconds kPatience{20};

inline crawl::FetchOptions inside() {
  crawl::FetchOptions options;
  options.allow_private = true;
  options.limits.total = kPatience;
  return options;
}

inline crawl::Fetched fetch(crawl::Fetcher& fetcher, std::string_view url) {
  fetcher.start(7, url);
  std::vector<crawl::Fetched> done = fetcher.wait(2 * kPatience);
  EXPECT_EQ(done.size(), 1u) << url;
  EXPECT_EQ(fetcher.under_way(), 0u);
  if (done.empty()) return {};
  EXPECT_EQ(done[0].ticket, 7u);
  EXPECT_EQ(done[0].fault == crawl::FetchFault::kNone && !done[0].too_long && !done[0].cut_short,
            done[0].detail.empty())
      << done[0].detail;
  return std::move(done[0]);
}

inline crawl::Fetched fetch(std::string_view url, crawl::FetchOptions options = inside()) {
  crawl::Fetcher fetcher(std::move(options));
  return fetch(fetcher, url);
}

}  // namespace pagekin::test
