#include "cli/truth_options.h"

#include "cli/command.h"
#include "cli/options.h"

namespace pagekin::cli {

void add_truth_options(OptionTable& table, TruthOptions& options) {
  table.add("--truth", options.labels,
            "labels: a table of page id and template, TSV unless its name ends otherwise");
  add_rules_option(table, options.rules);
}

void add_rules_option(OptionTable& table, std::string& rules) {
  table.add("--truth-rules", rules,
            "rules: lines of a label, a tab and a regular expression found in the page id; "
            "the first match wins");
}

Labels read_truth(const TruthOptions& options, std::string_view command) {
  if (options.labels.empty() == options.rules.empty()) {
    throw UsageError(std::string(command) + " needs labels: one of --truth and --truth-rules");
  }
  return options.labels.empty() ? Labels::read_rules(options.rules) : Labels::read(options.labels);
}

}  // namespace pagekin::cli
