#include "pagekin/reading/read_counts.h"

#include <fmt/format.h>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"

namespace pagekin::reading {
void require_pages(const ReadCounts& counts, std::string_view prefix) {
  if (counts.clustered != 0) return;
  if (counts.read() == 0) {
    const std::string passed_over = describe_passed_over(counts);
    throw NoPagesError(std::string(prefix) + "no pages found in the input" +
                           (passed_over.empty() ? "" : " (passed over: " + passed_over + ")"),
                       counts);
  }
  const std::string first =
      counts.first_skipped.empty() ? "" : fmt::format(" (the first: {})", counts.first_skipped);
  throw NoPagesError(fmt::format("{}no page could be used: {}{}; {} FILE lists why, page by page",
                                 prefix, describe_counts(counts), first, option_named("errors")),
                     counts);
}

}  // namespace pagekin::reading
