// `pagekin extract --wrapper`: the fields of pages by a wrapper.
#pragma once

#include <string>
#include <vector>

#include "cli/input_options.h"

namespace pagekin::cli {

class OptionTable;

struct WrapperExtraction {
  std::string wrapper;  // the file; empty: none was given
  std::string output;
  bool flat = false;
  bool all_pages = false;
  std::vector<std::string> fail_on;
  std::string repair;  // file for a wrapper with the fields that were found again
  std::string health;  // file for the state of the fields as JSON
};

// Adds --wrapper, --flat, --all-pages, --fail-on, --repair and --health.
void add_wrapper_options(OptionTable& table, WrapperExtraction& options);

// Returns the exit status.
int extract_by_wrapper(const InputOptions& input, const WrapperExtraction& options);

}  // namespace pagekin::cli
