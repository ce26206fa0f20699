// Options that say what the templates of pages are.
#pragma once

#include <string>
#include <string_view>

#include "pagekin/labels.h"

namespace pagekin::cli {

class OptionTable;

struct TruthOptions {
  std::string labels;  // --truth
  std::string rules;   // --truth-rules
};

void add_truth_options(OptionTable& table, TruthOptions& options);
// --truth-rules alone, for commands that have a --truth of their own.
void add_rules_option(OptionTable& table, std::string& rules);

// Throws UsageError unless exactly one of the two is given, Error for a bad file.
Labels read_truth(const TruthOptions& options, std::string_view command);

}  // namespace pagekin::cli
