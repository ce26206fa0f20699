// What a DiffResult keeps for its tables and reports.
#pragma once

#include <vector>

#include "pagekin/comparing/diff_crawls.h"
#include "pagekin/core/page.h"
#include "pagekin/diff.h"

namespace pagekin {

struct DiffDetails {
  comparing::CrawlDiff found;
  std::vector<Incident> incidents;  // the first
};

namespace api {

// Throws OptionError for a result that diff_crawls() did not return.
const DiffDetails& diff_details_of(const DiffResult& diff);

}  // namespace api
}  // namespace pagekin
