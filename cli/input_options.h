// Options that every command that reads pages has.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/atomic_file.h"
#include "pagekin/core/error.h"
#include "pagekin/core/page.h"
#include "pagekin/input/source.h"
#include "pagekin/report/incidents.h"

namespace pagekin::cli {

class OptionTable;

struct InputOptions {
  std::vector<std::string> inputs;
  input::ReadOptions read;
  bool strict = false;
  std::string errors;  // file for skipped and limited pages
  bool quiet = false;
  bool verbose = false;

  input::Source source() const { return {inputs, read, strict}; }
};

// `required`: at least one input must be given.
void add_input_options(OptionTable& table, InputOptions& options, bool required = true);

// The same without the inputs, for commands that name them in their own way.
void add_reading_options(OptionTable& table, InputOptions& options);

// Writes --errors (TSV: input, page, offset, fate, reason), and names on standard
// error what could not be read: the first few, or with -v every incident.
class ErrorLog {
 public:
  explicit ErrorLog(const InputOptions& options);
  void operator()(const Incident& incident);
  void finish();  // writes the file; see during()

  // Returns what `run` returns. Then the file is there, also if `run` throws Error: the list of
  // errors matters most when a run fails.
  template <class Run>
  auto during(const Run& run) {
    auto result = [&] {
      try {
        return run();
      } catch (const Error&) {
        finish();
        throw;
      }
    }();
    finish();
    return result;
  }

 private:
  void name(const Incident& incident);

  std::unique_ptr<AtomicFile> file_;
  std::unique_ptr<report::IncidentTable> table_;
  bool quiet_;
  bool verbose_;
  std::uint64_t named_ = 0;
};

}  // namespace pagekin::cli
