// What a run did, for programs: --summary FILE.json, which every command that works on data has.
//
// A command adds its counts to run_summary(). The file is written when the run has ended, also
// when it failed or was interrupted, so that a pipeline has one place to look at.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pagekin/classify.h"
#include "pagekin/output_file.h"
#include "pagekin/page.h"
#include "pagekin/template.h"

namespace pagekin::cli {

struct Command;
class OptionTable;

class RunSummary {
 public:
  // Forgets the run before, for programs that run several commands.
  void begin(std::string_view command);

  // Opens the file, before the work: a bad path should not cost a run. Does nothing without
  // --summary.
  void open();

  // The pages that were read; `of` is the member that has them.
  void pages(const PageCounts& counts, std::string_view of = "pages");

  // What was done: the member `name` of "results". A later value replaces an earlier one.
  void result(std::string_view name, std::uint64_t count);

  // Why the templates may be poor: the member "caution". Empty: nothing looks wrong.
  void caution(std::string text) { caution_ = std::move(text); }

  // A template that pages of the run have: an entry of "templates".
  void found(TemplatePages pages) { templates_.push_back(std::move(pages)); }

  // Whether the file is wanted, for what costs memory.
  bool is_wanted() const { return !path_.empty(); }

  // Seconds of a part of the work.
  void seconds(std::string_view part, double seconds);

  // A template that has moved since it was learned: an entry of "drifts".
  void drift(TemplateDrift drift) { drifts_.push_back(std::move(drift)); }

  // Counts one message about a page or an input.
  void incident(const Incident& incident);

  // Says that a condition of --fail-on was met.
  void condition(std::string text) { conditions_.push_back(std::move(text)); }

  // Writes the file. `error`: the message of a run that failed. Throws Error if that is not
  // possible.
  void write(int status, std::string_view error);

  std::string& path() { return path_; }

 private:
  std::string to_json(int status, std::string_view error) const;

  std::string command_;
  std::string path_;
  std::unique_ptr<OutputFile> file_;
  std::int64_t begun_ = 0;         // seconds since 1970
  std::int64_t begun_steady_ = 0;  // nanoseconds of the steady clock
  std::vector<std::pair<std::string, PageCounts>> pages_;
  std::map<std::string, std::uint64_t, std::less<>> results_;
  std::vector<std::pair<std::string, double>> seconds_;
  std::array<std::uint64_t, kReasonCount> incidents_{};
  std::uint64_t unread_inputs_ = 0;
  std::vector<std::string> conditions_;
  std::string caution_;
  std::vector<TemplateDrift> drifts_;
  std::vector<TemplatePages> templates_;
};

// That of the run of this process.
RunSummary& run_summary();

// Adds --summary to the options of a command, unless it only describes the program itself.
void add_summary_option(const Command& command, OptionTable& table);

}  // namespace pagekin::cli
