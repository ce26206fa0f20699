// The source of commands that do not yet go through the public interface.
#pragma once

#include "pagekin/api/convert.h"
#include "pagekin/clustering/grouped_pages.h"

#include "cli/input_options.h"
#include "cli/template_options.h"

namespace pagekin::cli {

inline input::Source inner_source(const InputOptions& options) {
  return api::input_source(options.source(), {.threads = options.threads});
}

inline clustering::GroupOptions inner_groups(const TemplateOptions& templates,
                                             const InputOptions& input) {
  const TemplateSource& from = templates.checked();
  return {.source = inner_source(input),
          .method = from.method,
          .measure = from.measure,
          .clusters = from.clusters,
          .model = from.model};
}

}  // namespace pagekin::cli
