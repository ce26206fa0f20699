// pagekin sweep: how good clusterings are over the options of methods and measures.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "pagekin/sweep.h"
#include "pagekin/text.h"

#include "cli/command.h"
#include "cli/input_options.h"
#include "cli/library_options.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/run_on_inputs.h"
#include "cli/run_summary.h"
#include "cli/terminal.h"
#include "cli/truth_options.h"

namespace pagekin::cli {
namespace {

struct SweepFlags {
  InputOptions input;
  std::vector<std::string> labels;  // --truth: one, or one for each input
  std::string rules;                // --truth-rules
  SweepOptions sweep{.partial = true};
  SweepView view;
  bool json = false;
  std::string output;
  std::string plot;

  bool has_corpora() const { return labels.size() > 1; }
};

void check_sweep_flags(const SweepFlags& options) {
  if (options.has_corpora() && options.labels.size() != options.input.inputs.size()) {
    throw UsageError(
        fmt::format("several --truth are one for each input, in the same order: there "
                    "are {} of them and {} inputs",
                    options.labels.size(), options.input.inputs.size()));
  }
  as_usage([&] {
    pagekin::check_scores(options.view.scores);
    check_sweep(options.input.source(), options.sweep);
  });
  const auto refuse_ending = [](const std::string& flag, const std::string& path,
                                std::string_view ending) {
    if (path.empty() || path == "-" || path.starts_with("/dev/") || path.ends_with(ending)) return;
    throw UsageError(fmt::format("{} takes FILE{}, got '{}'", flag, ending, path));
  };
  if (!options.plot.empty() && options.sweep.vary.empty()) {
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

// Labels are read before the work.
std::vector<SweepCorpus> corpora_of(const SweepFlags& options) {
  std::vector<SweepCorpus> corpora;
  for (std::size_t i = 0; i < options.labels.size(); ++i) {
    SweepCorpus& corpus = corpora.emplace_back();
    corpus.name = options.input.inputs[i];
    corpus.source = options.input.source();
    corpus.source.inputs = {corpus.name};
    corpus.labels = read_truth({.labels = options.labels[i], .rules = options.rules}, "sweep");
  }
  return corpora;
}

SweepResult run(const SweepFlags& options, const Labels& labels,
                const std::vector<SweepCorpus>& corpora) {
  return run_on_inputs(options.input, [&](const Run& call) {
    return options.has_corpora()
               ? pagekin::sweep_corpora(corpora, options.sweep, call)
               : pagekin::sweep(options.input.source(), labels, options.sweep, call);
  });
}

void write(const SweepFlags& options, const SweepResult& result, Output* csv, Output* plot) {
  SweepView view = options.view;
  view.width = table_width();
  if (csv != nullptr) {
    csv->write(sweep_csv(result));
    csv->finish();
  }
  if (plot != nullptr) {
    plot->write(sweep_svg(result, view));
    plot->finish();
  }
  if (options.output == "-" || options.plot == "-") return;
  Output table("");
  table.write(options.json ? sweep_json(result, view) : sweep_table(result, view));
  table.finish();
}

int run_sweep(const SweepFlags& options) {
  check_sweep_flags(options);
  Labels labels;
  std::vector<SweepCorpus> corpora;
  if (options.has_corpora()) {
    corpora = corpora_of(options);
  } else {
    labels = read_truth(
        {.labels = options.labels.empty() ? "" : options.labels.front(), .rules = options.rules},
        "sweep");
  }
  // Before the work: a bad path should not cost a run.
  std::unique_ptr<Output> csv;
  std::unique_ptr<Output> plot;
  if (!options.output.empty()) csv = std::make_unique<Output>(options.output);
  if (!options.plot.empty()) plot = std::make_unique<Output>(options.plot);

  const SweepResult result = run(options, labels, corpora);
  write(options, result, csv.get(), plot.get());
  const auto done = std::ranges::count_if(result.settings, &SweepSetting::is_done);
  const auto failed = std::ranges::count_if(
      result.settings, [](const SweepSetting& setting) { return !setting.error.empty(); });
  run_summary().pages(result.counts);
  run_summary().result("settings", static_cast<std::uint64_t>(done));
  run_summary().result("failed_settings", static_cast<std::uint64_t>(failed));
  if (!options.input.quiet) {
    const std::string compared =
        result.measured == 0   ? "not compared"
        : result.measured == 1 ? "compared once"
                               : fmt::format("compared {} times", with_commas(result.measured));
    fmt::print(stderr,
               "pages     {}; {}\nlabels    {} pages with a label, {} without, {} labels without "
               "a page\nsettings  {} done, {} failed\ntime      {:.2f} s read, {:.2f} s settings\n",
               describe_counts(result.counts), compared, with_commas(result.pages),
               with_commas(result.unlabelled), with_commas(result.missing), done, failed,
               result.read_seconds, result.settings_seconds);
  }
  if (result.was_interrupted) {
    fmt::print(stderr, "pagekin: interrupted; {} of {} settings were done and written\n", done,
               result.settings.size());
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
  add_library_options(table, options->sweep);
  add_library_options(table, options->view);
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
