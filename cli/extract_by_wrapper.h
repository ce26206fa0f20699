// `pagekin extract --wrapper`: the fields of pages by a wrapper.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/input_options.h"
#include "cli/template_options.h"

namespace pagekin::cli {

class OptionTable;

struct WrapperExtraction {
  std::string wrapper;  // the file; empty: none was given
  bool all_pages = false;
  std::string addresses = "full";  // href and src: full, or kept as the page has them
  std::string types = "auto";      // see --types
  std::vector<std::string> fail_on;
  std::string repair;  // file for a wrapper with the fields that were found again
  std::string health;  // file for the state of the fields as JSON
};

// Adds --wrapper, --all-pages, --addresses, --types, --fail-on, --repair and --health.
void add_wrapper_options(OptionTable& table, WrapperExtraction& options);

// Whether broken fields end the run with status 3. Throws UsageError for another word.
bool fails_on_broken(const std::vector<std::string>& words);

// The exit status, with a message that counts what is broken.
int broken_status(std::uint64_t broken, std::string_view what);

// `from`: where the templates come from; null: pages get the template that they look like.
// `templates`, `columns`: those that are wanted; empty: all. Returns the exit status.
int extract_by_wrapper(const InputOptions& input, const WrapperExtraction& options,
                       const TemplateOptions* from, const std::vector<std::string>& templates,
                       const std::vector<std::string>& columns, const std::string& path);

}  // namespace pagekin::cli
