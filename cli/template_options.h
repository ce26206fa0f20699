// Options that say where the templates of pages come from, for commands that work template by
// template.
#pragma once

#include <string>

#include "pagekin/method/method.h"
#include "pagekin/pipeline/grouped_pages.h"

#include "cli/input_options.h"

namespace pagekin::cli {

class OptionTable;

struct TemplateOptions {
  std::string clusters;
  std::string model;
  std::string method{method::kDefaultMethod};
  std::string measure;

  // Throws UsageError for an unknown method or measure.
  pipeline::GroupOptions groups(const InputOptions& input) const;
};

// `model_gives`: what an index with skeletons gives besides the templates; empty: nothing.
void add_template_options(OptionTable& table, TemplateOptions& options,
                          const std::string& model_gives = {});

}  // namespace pagekin::cli
