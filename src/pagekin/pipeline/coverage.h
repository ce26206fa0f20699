// A crawl beside an older one and a sitemap, template by template.
//
// The pages of both crawls are clustered together by the method auto, so that a template is the
// same thing in both; template_coverage.h does the rest.
//
// Cost: that of clustering both, and of template_coverage.h.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/page.h"
#include "pagekin/core/page_ids.h"
#include "pagekin/core/progress.h"
#include "pagekin/coverage/template_coverage.h"
#include "pagekin/input/source.h"
#include "pagekin/pipeline/read_features.h"
#include "pagekin/sitemap/read_files.h"

namespace pagekin::pipeline {

struct CoverageOptions {
  input::Source source;               // the new crawl; `strict` is also for damaged sitemaps
  std::vector<std::string> against;   // the old crawl; one of them may be an index
  std::vector<std::string> sitemaps;  // files
};

struct Coverage {
  PageIds new_ids;
  PageIds old_ids;
  ReadCounts new_counts;
  ReadCounts old_counts;    // without those of the index
  std::size_t indexed = 0;  // pages of the old crawl that came from an index
  sitemap::SitemapFiles sitemaps;
  bool has_old = false;
  bool has_sitemap = false;
  coverage::TemplateCoverage found;  // with views into the above
  double read_seconds = 0;
  double cluster_seconds = 0;
};

// Whether a path given as the old crawl is an index of `cluster --index`, by its content.
bool is_index_file(const std::string& path);

// Templates are numbered by falling size, as `cluster` would number those of both crawls
// together; with an index they have the ids that it keeps.
// Throws Error when either crawl has no page that can be used, when an index is not of the
// method auto, when a file given as a sitemap is none, and where there is a sitemap but no
// page whose id is an address.
Coverage find_coverage(const CoverageOptions& options,
                       const std::function<void(const Incident&)>& on_incident = nullptr,
                       Progress* old_progress = nullptr, Progress* new_progress = nullptr);

}  // namespace pagekin::pipeline
