#include "cli/truth_options.h"

#include <CLI/CLI.hpp>

#include "cli/command.h"

namespace pagekin::cli {

void add_truth_options(CLI::App& app, TruthOptions& options) {
  app.add_option("--truth", options.labels, "labels: TSV of page id and template");
  app.add_option("--truth-rules", options.rules,
                 "rules: lines of a label, a tab and a regular expression found in the page id; "
                 "the first match wins");
}

std::unique_ptr<eval::Labels> read_truth(const TruthOptions& options, std::string_view command) {
  if (options.labels.empty() == options.rules.empty()) {
    throw UsageError(std::string(command) + " needs labels: one of --truth and --truth-rules");
  }
  return options.labels.empty() ? eval::read_label_rules(options.rules)
                                : eval::read_labels(options.labels);
}

}  // namespace pagekin::cli
