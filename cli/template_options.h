// Options that say where the templates of pages come from, for commands that work template by
// template.
#pragma once

#include <string>

#include "pagekin/records.h"

namespace pagekin::cli {

class OptionTable;

struct TemplateOptions : TemplateSource {
  // Throws UsageError for an unknown method or measure.
  const TemplateSource& checked() const;
};

// `model_gives`: what an index with skeletons gives besides the templates; empty: nothing.
void add_template_options(OptionTable& table, TemplateOptions& options,
                          const std::string& model_gives = {});

}  // namespace pagekin::cli
