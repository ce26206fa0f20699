// Compares a crawl with an older crawl and a sitemap, template by template.
//
// The method auto clusters the pages of both crawls together, so that a template means the same
// in both. coverage/template_coverage.h then compares the templates.
//
// Cost: that of clustering the old crawl and of clustering both, and of template_coverage.h. Pages
// are read once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "pagekin/core/page.h"
#include "pagekin/core/page_ids.h"
#include "pagekin/core/progress.h"
#include "pagekin/coverage.h"
#include "pagekin/coverage/template_coverage.h"
#include "pagekin/input/source.h"
#include "pagekin/reading/read_features.h"
#include "pagekin/sitemap/read_files.h"

namespace pagekin::comparing {

struct CoverageOptions {
  input::Source source;               // the new crawl; `strict` is also for damaged sitemaps
  std::vector<std::string> against;   // the old crawl; one of them may be an index
  std::vector<std::string> sitemaps;  // files
};

struct Coverage {
  PageIds new_ids;
  PageIds old_ids;
  reading::ReadCounts new_counts;
  reading::ReadCounts old_counts;  // without the pages of the index
  std::size_t indexed = 0;         // pages of the old crawl that came from an index
  sitemap::SitemapFiles sitemaps;
  bool has_old = false;
  bool has_sitemap = false;
  coverage::TemplateCoverage found;            // has views into the members above
  std::map<std::uint32_t, std::string> names;  // of templates, by id
  std::vector<std::uint32_t> old_templates;    // ids, by page of the old crawl
  std::vector<std::uint32_t> new_templates;
  std::string caution;  // of the clustering; empty: none
  double read_seconds = 0;
  double cluster_seconds = 0;
};

using pagekin::is_index_file;

// Templates of the old crawl have the ids that `cluster` gives them for the old crawl alone;
// those of the new crawl have the ids after these. With an index, templates keep the ids and
// names of the index.
// Throws InputError when either crawl has no page that can be used, when the index was made by
// another method than auto, when a file given as a sitemap is none, and when there is a sitemap
// but no page whose id is an address.
Coverage find_coverage(const CoverageOptions& options,
                       const std::function<void(const Incident&)>& on_incident = nullptr,
                       Progress* old_progress = nullptr, Progress* new_progress = nullptr);

}  // namespace pagekin::comparing
