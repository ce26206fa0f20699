// pagekin diff: what has changed between two crawls.

#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "pagekin/diff.h"
#include "pagekin/report.h"
#include "pagekin/text.h"

#include "cli/command.h"
#include "cli/input_options.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/report_file.h"
#include "cli/run_progress.h"
#include "cli/run_summary.h"

namespace pagekin::cli {
namespace {

constexpr DiffState kConditions[] = {DiffState::kNew, DiffState::kGone, DiffState::kChanged,
                                     DiffState::kSplit, DiffState::kJoined};

struct DiffFlags {
  std::string before;
  std::string now;
  InputOptions input;
  std::vector<std::string> fail_on;
  std::string output;
  std::string pages;
  ReportFlags report;
  bool json = false;
};

// What ends the run with a status of its own: states of templates, and how much they changed.
struct Conditions {
  std::vector<DiffState> states;
  Severity least = Severity::kNone;  // of a change; kNone: not asked for

  void add(Severity severity) {
    if (least == Severity::kNone || severity < least) least = severity;
  }
};

[[noreturn]] void refuse_condition(std::string_view word) {
  throw UsageError(
      "--fail-on takes new, gone, changed, split and joined, and how much a template changed: "
      "minor, moderate, redesign, or changed>=minor, with commas between them; got '" +
      printable(word) + "'");
}

Severity severity_of(std::string_view name, std::string_view word) {
  constexpr Severity severities[] = {Severity::kMinor, Severity::kModerate, Severity::kRedesign};
  const auto* const found =
      std::ranges::find(severities, name, [](Severity severity) { return to_text(severity); });
  if (found == std::end(severities)) refuse_condition(word);
  return *found;
}

// "changed>=minor", "new", "redesign". `changed` alone leaves out minor changes: a new link in the
// footer is on every page. A template that came or went is as much as a redesign, so `new>=minor`
// is `new`. Throws UsageError for another word.
void add_condition(std::string_view word, Conditions& conditions) {
  const std::size_t at = word.find(">=");
  const std::string_view name = word.substr(0, at);
  const bool has_least = at != std::string_view::npos;
  const auto* const state =
      std::ranges::find(kConditions, name, [](DiffState known) { return to_text(known); });
  if (state == std::end(kConditions)) {
    if (has_least) refuse_condition(word);
    conditions.add(severity_of(name, word));
    return;
  }
  const Severity least = has_least ? severity_of(word.substr(at + 2), word) : Severity::kModerate;
  if (*state == DiffState::kChanged) {
    conditions.add(least);
  } else {
    conditions.states.push_back(*state);
  }
}

Conditions conditions_of(const std::vector<std::string>& lists) {
  Conditions conditions;
  for (const std::string& list : lists) {
    for (std::size_t begin = 0; begin <= list.size();) {
      const std::size_t end = std::min(list.find(',', begin), list.size());
      add_condition(std::string_view(list).substr(begin, end - begin), conditions);
      begin = end + 1;
    }
  }
  return conditions;
}

// Says which conditions are met; empty: none.
std::string met(const DiffResult& diff, const Conditions& conditions) {
  std::string text;
  const auto add = [&](std::uint64_t count, std::string_view what) {
    if (count == 0) return;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", with_commas(count), what);
  };
  for (const DiffState state : kConditions) {
    if (state != DiffState::kChanged) {
      if (std::ranges::find(conditions.states, state) != conditions.states.end()) {
        add(diff.count(state), to_text(state));
      }
      continue;
    }
    if (conditions.least == Severity::kNone) continue;
    const auto is_met = [&](const TemplateDifference& difference) {
      return difference.severity >= conditions.least;
    };
    add(static_cast<std::uint64_t>(std::ranges::count_if(diff.templates, is_met)), to_text(state));
  }
  return text;
}

int run_diff(const DiffFlags& options) {
  const Conditions conditions = conditions_of(options.fail_on);
  if (options.before == "-" && options.now == "-") {
    throw UsageError("OLD and NEW cannot both be standard input");
  }
  const bool has_table = !options.json || has_table_beside_json(options.output);
  const FileFormat format = has_table ? table_format_of(options.output) : FileFormat{};
  std::optional<Output> pages;
  if (!options.pages.empty()) pages.emplace(options.pages);
  Output output(options.output);  // before the work: a bad path should not cost a run
  ReportFile report(options.report);
  ErrorLog errors(options.input);
  RunProgress progress(options.input.quiet);
  const Run run = progress.run({.threads = options.input.threads, .incident = std::ref(errors)});
  Source before = options.input.source();
  Source now = before;
  before.inputs = {options.before};
  now.inputs = {options.now};
  const DiffResult diff = errors.during([&] { return diff_crawls(before, now, run); });
  if (report.is_wanted()) {
    write_report(before, now, diff, options.report.library(), report.sink(), run);
    report.finish();
  }
  progress.stop();
  if (has_table) write_table(diff, format, output.sink());
  Output printed("");
  if (options.json) (has_table ? printed : output).write(to_json(diff));
  output.finish();
  printed.finish();
  if (pages) {
    write_pages(diff, table_format_of(options.pages), pages->sink());
    pages->finish();
  }
  run_summary().pages(diff.new_counts);
  run_summary().pages(diff.old_counts, "older_pages");
  for (const DiffState state : kConditions) {
    run_summary().result(std::string(to_text(state)) + "_templates", diff.count(state));
  }
  run_summary().caution(diff.caution);
  run_summary().seconds("reading", diff.read_seconds);
  run_summary().seconds("comparing", diff.compare_seconds);
  if (!options.input.quiet) fmt::print(stderr, "{}", summarise(diff, options.input.verbose));
  if (conditions.least != Severity::kNone && !diff.note.empty()) {
    throw Error("--fail-on changed cannot be decided: " + diff.note);
  }
  const std::string failed = met(diff, conditions);
  if (failed.empty()) return 0;
  fmt::print(stderr, "pagekin: --fail-on: {}\n", failed);
  run_summary().condition(failed);
  return kConditionMet;
}

std::function<int()> declare_diff(OptionTable& table) {
  const auto options = std::make_shared<DiffFlags>();
  options->input.read_twice();
  table
      .add("old", options->before,
           "the older crawl: an input of any kind, @FILE for several, the index of 'pagekin "
           "cluster --index', or a table of 'pagekin cluster -o'")
      .required();
  table.add("new", options->now, "the newer crawl, of any of these kinds").required();
  add_reading_options(table, options->input);
  table
      .add(
          "--fail-on", options->fail_on,
          "end with status 3 if a template is in one of these states, with commas between them: "
          "new, gone, changed, split, joined; or if it changed at least this much: changed>=minor, "
          "changed>=moderate (as changed), changed>=redesign, in short minor, moderate, redesign")
      .repeated();
  table.add("-o,--output", options->output,
            "write the table to " + file_endings() + "; TSV on standard output otherwise");
  table.add("--pages", options->pages,
            "write all pages with the state and the template that they have in each crawl to " +
                file_endings());
  table.add("--json", options->json,
            "print one JSON object; with -o FILE.tsv (or another ending of a table) also write the "
            "table to FILE");
  table.add("--report", options->report.file,
            "write a visual report to FILE.html: changed templates, old and new side by side");
  add_report_options(table, options->report, /*of_two_crawls=*/true);
  return [options] { return run_diff(*options); };
}

}  // namespace

Command diff() {
  return {.name = "diff",
          .summary = "show which templates are new, gone or changed between two crawls",
          .examples =
              "  pagekin diff monday.warc.gz friday.warc.gz\n"
              "  pagekin diff site.index today.warc.gz --fail-on new,gone,changed -q -o diff.tsv\n"
              "  pagekin diff monday.warc.gz friday.warc.gz -o diff.tsv --report diff.html\n"
              "  pagekin diff old.db new.db --json\n"
              "  pagekin diff monday.tsv friday.tsv\n"
              "\n"
              "States: changed (its pages gained or lost marks: tag paths, classes, ids,\n"
              "attributes), new, gone, split, joined (most of its addresses now have another\n"
              "template), same; odd are groups of one or two pages. See docs/diff.md.\n"
              "'pagekin coverage' shows what a crawl lacks compared with a sitemap.",
          .declare = declare_diff};
}

}  // namespace pagekin::cli
