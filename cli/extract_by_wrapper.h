// `pagekin extract --wrapper`: the fields of pages by a wrapper.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/fields.h"

#include "cli/input_options.h"

namespace pagekin::cli {

class OptionTable;

struct WrapperExtraction {
  std::string wrapper;         // the file; empty: none was given
  FieldRecordOptions records;  // without what other options say
  ValueForms types = ValueForms::kAuto;
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

// A table in a file, or JSON lines on standard output, for which `lines` is still to be set. Throws
// UsageError for an ending that says no format.
TableOutput record_output(const std::string& path, ValueForms values);

// Returns the exit status.
int extract_by_wrapper(const InputOptions& input, const WrapperExtraction& options,
                       FieldRecordOptions records, const std::string& path);

}  // namespace pagekin::cli
