// Options that every command that reads pages has.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "pagekin/error.h"
#include "pagekin/output_file.h"
#include "pagekin/page.h"
#include "pagekin/run.h"

namespace pagekin::cli {

class OptionTable;

struct InputOptions {
  std::vector<std::string> inputs;
  Source read;  // without the inputs; see source()
  unsigned threads = 0;
  std::string errors;  // file for skipped and limited pages
  bool quiet = false;
  bool verbose = false;

  // How many of the inputs that the user named could not be read. Shared with copies.
  std::shared_ptr<std::uint64_t> unread = std::make_shared<std::uint64_t>(0);

  // Standard input and pipes are kept for a second reading. For commands that always read twice,
  // this is said where their options are declared.
  void read_twice();

  // What to read, and how. Throws UsageError for options that do not fit each other.
  Source source() const;
};

// `required`: at least one input must be given. If an input that the user named cannot be read,
// the command does the rest, and its exit status is 1.
void add_input_options(OptionTable& table, InputOptions& options, bool required = true);

// The table of an earlier run, as the first input.
void add_clusters_input(OptionTable& table, std::string& clusters);

// What add_input_options() adds without the inputs, for commands that name them in their own way.
void add_reading_options(OptionTable& table, InputOptions& options);

// The options about documents of other types alone.
void add_document_options(OptionTable& table, InputOptions& options);

// Adds the exit status for such inputs alone, for commands with other options.
void add_unread_status(OptionTable& table, const InputOptions& options);

// Writes --errors (TSV: input, page, offset, fate, reason), and names on standard
// error what could not be read: the first few, or with -v every incident. Inputs that the user
// named are always named, also with -q, and counted in InputOptions::unread.
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

  std::unique_ptr<OutputFile> file_;
  std::shared_ptr<std::uint64_t> unread_;
  bool quiet_;
  bool verbose_;
  bool strict_;
  std::uint64_t named_ = 0;
};

}  // namespace pagekin::cli
