// pagekin sweep: how good clusterings are over the options of methods and measures.

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pagekin/api/labels.h"
#include "pagekin/core/registry.h"
#include "pagekin/core/text.h"
#include "pagekin/eval/score.h"
#include "pagekin/input/input_name.h"
#include "pagekin/laboratory/sweep.h"
#include "pagekin/laboratory/sweep_corpora.h"
#include "pagekin/report/sweep.h"
#include "pagekin/report/sweep_corpora.h"

#include "cli/command.h"
#include "cli/inner_source.h"
#include "cli/input_options.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress_bar.h"
#include "cli/run_summary.h"
#include "cli/terminal.h"
#include "cli/truth_options.h"

namespace pagekin::cli {
namespace {

struct SweepFlags {
  InputOptions input;
  std::vector<std::string> labels;  // --truth: one, or one for each input
  std::string rules;                // --truth-rules
  std::vector<std::string> methods;
  std::vector<std::string> measures;
  std::vector<std::string> varied;
  std::vector<std::string> scores;
  bool time = false;
  bool json = false;
  std::string output;
  std::string plot;

  bool has_corpora() const { return labels.size() > 1; }
};

laboratory::SweepPlan plan_of(const SweepFlags& options) {
  return as_usage([&] {
    std::vector<laboratory::Varied> varied;
    for (const std::string& text : options.varied) varied.push_back(laboratory::parse_varied(text));
    return laboratory::plan_sweep(options.methods, options.measures, std::move(varied));
  });
}

void check_sweep(const SweepFlags& options) {
  if (options.has_corpora() && options.labels.size() != options.input.inputs.size()) {
    throw UsageError(
        fmt::format("several --truth are one for each input, in the same order: there "
                    "are {} of them and {} inputs",
                    options.labels.size(), options.input.inputs.size()));
  }
  for (const std::string& score : options.scores) {
    as_usage([&] { return &find_by_name(eval::scores(), "score", score); });
  }
  for (const std::string& input : options.input.inputs) {
    std::error_code unknown;  // is for those who read it
    if (!options.time ||
        (!input::parse_input_name(input).is_stdin() && !std::filesystem::is_fifo(input, unknown)))
      continue;
    throw UsageError("--time reads the inputs again for each setting, and '" + input +
                     "' can be read once");
  }
  const auto refuse_ending = [](const std::string& flag, const std::string& path,
                                std::string_view ending) {
    if (path.empty() || path == "-" || path.starts_with("/dev/") || path.ends_with(ending)) return;
    throw UsageError(fmt::format("{} takes FILE{}, got '{}'", flag, ending, path));
  };
  if (!options.plot.empty() && options.varied.empty()) {
    throw UsageError("--plot draws scores over an option, so it needs --vary NAME=VALUES");
  }
  refuse_ending("-o", options.output, ".csv");
  refuse_ending("--plot", options.plot, ".svg");
  const auto on_output =
      (options.output == "-" ? 1 : 0) + (options.plot == "-" ? 1 : 0) + (options.json ? 1 : 0);
  if (on_output > 1) {
    throw UsageError("only one of -o -, --plot - and --json can have standard output");
  }
}

laboratory::Sweep run(const SweepFlags& options, laboratory::SweepPlan plan,
                      const eval::Labels& labels, std::vector<std::string> inputs) {
  ErrorLog errors(options.input);
  Progress progress;
  Progress comparing{.unit = "pairs"};
  const ProgressBar bar({&progress, &comparing}, options.input.quiet);
  return errors.during([&] {
    input::Source source = inner_source(options.input);
    source.inputs = std::move(inputs);
    return laboratory::run_sweep({.source = std::move(source), .time = options.time},
                                 std::move(plan), labels, std::ref(errors), &progress, &comparing);
  });
}

// Runs the same settings on each input, and scores each by its own labels.
std::vector<laboratory::CorpusSweep> run_corpora(const SweepFlags& options,
                                                 const laboratory::SweepPlan& plan) {
  std::vector<Labels> labels;  // all, before the work
  for (const std::string& path : options.labels) {
    labels.push_back(read_truth({.labels = path, .rules = options.rules}, "sweep"));
  }
  std::vector<laboratory::CorpusSweep> corpora;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const std::string& input = options.input.inputs[i];
    corpora.push_back(
        {.name = input, .sweep = run(options, plan, api::eval_labels(labels[i]), {input})});
    if (corpora.back().sweep.was_interrupted) break;
  }
  return corpora;
}

// `corpora`: empty if the sweep is of one.
void write(const SweepFlags& options, const laboratory::Sweep& sweep,
           std::span<const laboratory::CorpusSweep> corpora, Output* csv, Output* plot) {
  const std::vector<std::string_view> asked(options.scores.begin(), options.scores.end());
  const auto shown = asked.empty() ? report::table_scores() : asked;
  const auto drawn = asked.empty() ? report::plot_scores() : asked;
  // Purity alone is best when every page is a cluster.
  const auto best =
      asked.empty() ? std::vector<std::string_view>{"f1", "adjusted_rand_index"} : asked;
  if (csv != nullptr) {
    csv->write(corpora.empty() ? report::to_csv(sweep) : report::to_csv(corpora, sweep));
    csv->finish();
  }
  if (plot != nullptr) {
    plot->write(report::to_svg(report::to_plot(sweep, drawn)));
    plot->finish();
  }
  if (options.output == "-" || options.plot == "-") return;
  Output table("");
  if (corpora.empty()) {
    table.write(options.json ? report::to_json(sweep)
                             : report::to_table(sweep, shown, best, table_width()));
  } else {
    table.write(options.json ? report::to_json(corpora, sweep, best.back())
                             : report::to_table(corpora, sweep, shown, best, table_width()));
  }
  table.finish();
}

int run_sweep(const SweepFlags& options) {
  laboratory::SweepPlan plan = plan_of(options);
  check_sweep(options);
  std::optional<Labels> labels;
  if (!options.has_corpora()) {
    labels = read_truth(
        {.labels = options.labels.empty() ? "" : options.labels.front(), .rules = options.rules},
        "sweep");
  }
  // Before the work: a bad path should not cost a run.
  std::unique_ptr<Output> csv;
  std::unique_ptr<Output> plot;
  if (!options.output.empty()) csv = std::make_unique<Output>(options.output);
  if (!options.plot.empty()) plot = std::make_unique<Output>(options.plot);

  std::vector<laboratory::CorpusSweep> corpora;
  laboratory::Sweep sweep;
  if (options.has_corpora()) {
    corpora = run_corpora(options, plan);
    sweep = laboratory::mean_sweep(corpora);
  } else {
    sweep = run(options, std::move(plan), api::eval_labels(*labels), options.input.inputs);
  }
  write(options, sweep, corpora, csv.get(), plot.get());
  const auto done = std::ranges::count_if(sweep.rows, &laboratory::SweepRow::is_done);
  const auto failed = std::ranges::count_if(
      sweep.rows, [](const laboratory::SweepRow& row) { return !row.error.empty(); });
  run_summary().pages(sweep.counts);
  run_summary().result("settings", static_cast<std::uint64_t>(done));
  run_summary().result("failed_settings", static_cast<std::uint64_t>(failed));
  if (!options.input.quiet) {
    const std::string compared =
        sweep.measured == 0   ? "not compared"
        : sweep.measured == 1 ? "compared once"
                              : fmt::format("compared {} times", with_commas(sweep.measured));
    fmt::print(stderr,
               "pages     {}; {}\nlabels    {} pages with a label, {} without, {} labels without "
               "a page\nsettings  {} done, {} failed\ntime      {:.2f} s read, {:.2f} s settings\n",
               pagekin::describe_counts(sweep.counts), compared, with_commas(sweep.pages),
               with_commas(sweep.unlabelled), with_commas(sweep.missing), done, failed,
               sweep.read_seconds, sweep.settings_seconds);
  }
  if (sweep.was_interrupted) {
    fmt::print(stderr, "pagekin: interrupted; {} of {} settings were done and written\n", done,
               sweep.rows.size());
    return kInterrupted;
  }
  if (done == 0) throw Error("no setting could be run");
  return 0;
}

std::function<int()> declare_sweep(OptionTable& table) {
  const auto options = std::make_shared<SweepFlags>();
  add_input_options(table, options->input);
  table
      .add(
          "--truth", options->labels,
          "labels: a table of page id and template, TSV unless its name ends otherwise; given once "
          "for each input, every input is a corpus of its own, and the means are compared")
      .repeated();
  add_rules_option(table, options->rules);
  table.group("Method");
  table
      .add("--vary", options->varied,
           "try values of an option of methods or measures: NAME=FROM:TO:STEP or "
           "NAME=VALUE,VALUE,...; method.NAME or measure.NAME if both have the option")
      .value("NAME=VALUES")
      .repeated();
  table
      .add("--method", options->methods,
           "name or name:option=value,...; 'all' for every method; see 'pagekin list methods'; "
           "without it, those that have a varied option, or all")
      .repeated();
  table
      .add("--measure", options->measures,
           "for methods that compare pages; 'all' for every measure; see 'pagekin list measures'; "
           "without it, each method's own")
      .repeated();
  table.group("");
  table
      .add("--score", options->scores,
           "a score to show in table and plot, instead of the usual ones; see 'pagekin list "
           "scores'")
      .repeated();
  table.group("Running");
  table.add("--time", options->time,
            "run every setting from reading to clusters, and report its seconds");
  table.group("");
  table.add("-o,--output", options->output, "write all scores of all settings to FILE.csv");
  table.add("--plot", options->plot, "draw the scores to FILE.svg");
  table.add("--json", options->json, "JSON with all scores instead of the table");
  return [options] { return run_sweep(*options); };
}

}  // namespace

Command sweep() {
  return {.name = "sweep",
          .summary = "compare methods, measures and their options by scores",
          .examples =
              "  pagekin sweep crawl.warc.gz --truth labels.tsv\n"
              "  pagekin sweep crawl.warc.gz --truth labels.tsv --method snn --measure all\n"
              "  pagekin sweep crawl.warc.gz --truth labels.tsv --method snn --measure style "
              "--vary similar=0.5:0.95:0.05\n"
              "  pagekin sweep site/ --truth labels.tsv --method fingerprint --vary "
              "length=10:40:5 --vary max_edits=0,1\n"
              "  pagekin sweep crawl.warc.gz --truth labels.tsv --method snn --measure "
              "tag_shingles --measure pq_gram --vary similar=0.3:0.9:0.1 -o sweep.csv --plot "
              "sweep.svg\n"
              "  pagekin sweep a.warc.gz b.warc.gz --truth a.tsv --truth b.tsv --method snn --vary "
              "similar=0.5:0.9:0.1\n"
              "\n"
              "Pages are read once. For each measure with its options they are compared once; the "
              "similarities of all\npairs stay in memory and serve all settings of the methods. An "
              "option that only some methods or measures\nhave is varied for these only. The best "
              "value of a score has a star. With --time nothing is shared:\neach setting is a run "
              "of its own, after one reading that is not counted.",
          .declare = declare_sweep};
}

}  // namespace pagekin::cli
