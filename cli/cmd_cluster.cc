// pagekin cluster: group pages by template.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "pagekin/core/stopwatch.h"
#include "pagekin/core/text.h"
#include "pagekin/core/time.h"
#include "pagekin/eval/assignments.h"
#include "pagekin/method/index_file.h"
#include "pagekin/method/method.h"
#include "pagekin/pipeline/cluster_pages.h"
#include "pagekin/pipeline/describe_pages.h"
#include "pagekin/pipeline/stored_pages.h"
#include "pagekin/report/cluster_summary.h"
#include "pagekin/report/dendrogram.h"
#include "pagekin/report/description_json.h"
#include "pagekin/store/crawl_store.h"

#include "cli/command.h"
#include "cli/input_options.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress_bar.h"

namespace pagekin::cli {
namespace {

struct Options {
  InputOptions input;
  std::string method{method::kDefaultMethod};
  std::string measure;
  bool check = false;
  std::string output;
  std::string index;
  std::string on_duplicate = "replace";
  double checkpoint = 60;  // seconds
  std::string dendrogram;
  std::string describe;
  bool save = false;
};

// A file for the hierarchy beside the clusters, opened before the work.
class DendrogramFile {
 public:
  // Throws UsageError for another ending, and for a method that makes no hierarchy.
  DendrogramFile(const Options& options, method::Method& method) {
    if (options.dendrogram.empty()) return;
    const auto format = report::dendrogram_format_of(options.dendrogram);
    if (!format) {
      throw UsageError("--dendrogram takes FILE.nwk, .json or .svg, got '" + options.dendrogram +
                       "'");
    }
    hierarchical_ = method.hierarchical();
    if (hierarchical_ == nullptr) {
      throw UsageError(fmt::format("--dendrogram needs a method that makes one: {}; got '{}'",
                                   method::names_with(method::Capability::kHierarchical),
                                   options.method));
    }
    hierarchical_->keep_dendrogram();
    format_ = *format;
    output_ = std::make_unique<Output>(options.dendrogram);
  }

  void write(const pipeline::ClusterRun& run) {
    if (!output_) return;
    report::write_dendrogram({.dendrogram = hierarchical_->dendrogram(),
                              .clustering = &run.clustering,
                              .cut = hierarchical_->dendrogram_cut(),
                              .id = [&](PageId page) { return run.ids[page]; }},
                             format_, [&](std::string_view bytes) { output_->write(bytes); });
    output_->finish();
  }

 private:
  method::Hierarchical* hierarchical_ = nullptr;
  report::DendrogramFormat format_{};
  std::unique_ptr<Output> output_;
};

// A file for what holds the clusters together, opened before the work.
class DescriptionFile {
 public:
  // Throws UsageError for another ending and for inputs that can be read only once.
  explicit DescriptionFile(const Options& options) {
    if (options.describe.empty()) return;
    if (!options.describe.ends_with(".json")) {
      throw UsageError("--describe takes FILE.json, got '" + options.describe + "'");
    }
    as_usage([&] { pipeline::check_readable_twice(options.input.inputs); });
    output_ = std::make_unique<Output>(options.describe);
  }

  bool is_wanted() const { return output_ != nullptr; }

  void write(const pipeline::ClusterRun& run, const describe::Description& description,
             const std::string& method) {
    report::write_description(run, description, method,
                              [&](std::string_view bytes) { output_->write(bytes); });
    output_->finish();
  }

 private:
  std::unique_ptr<Output> output_;
};

void check_save(const Options& options) {
  const std::vector<std::string>& inputs = options.input.inputs;
  if (options.save && (inputs.size() != 1 || !pipeline::is_store(inputs.front()))) {
    throw UsageError("--save writes into a crawl store, so one must be the only input");
  }
}

// Adds the clusters to the store that the pages are from.
void save(const pipeline::ClusterRun& run, const std::string& method, const std::string& name) {
  const auto store = store::CrawlWriter::open(name);
  std::vector<store::CrawlWriter::Assignment> assignments;
  assignments.reserve(run.ids.size());
  for (PageId page = 0; page < run.ids.size(); ++page) {
    assignments.push_back({.url = run.ids[page], .cluster = run.number_of(page)});
  }
  store->transact([&] { store->save_clustering(method, now_in_seconds(), assignments); });
}

double write_assignments(const pipeline::ClusterRun& run, Output& output,
                         eval::TableFormat format) {
  const Stopwatch watch;
  report::write_assignments(run, format, [&](std::string_view bytes) { output.write(bytes); });
  output.finish();
  return watch.seconds();
}

// Of a run that was interrupted.
void tell_checkpoint(const std::string& index) {
  const std::string path = method::checkpoint_path(index);
  std::error_code ignored;  // what cannot be looked at is not told of
  if (index.empty() || !std::filesystem::exists(path, ignored)) return;
  fmt::print(stderr, "pagekin: {} has the pages that were read; the same command goes on with it\n",
             printable(path));
}

int run_cluster(const Options& options) {
  const auto method = as_usage([&] { return method::make(options.method, options.measure); });
  if (!options.index.empty() && method->persistent() == nullptr) {
    throw UsageError("--index needs a method that can go on later: " +
                     method::names_with(method::Capability::kPersistent) + "; got '" +
                     options.method + "'");
  }
  if (options.check && method->comparing() == nullptr) {
    throw UsageError("--check is for methods that compare pages; '" + options.method +
                     "' compares none");
  }
  const eval::TableFormat format = table_format_of(options.output);
  DendrogramFile dendrogram(options, *method);
  DescriptionFile describe(options);
  Output output(options.output);  // before the work: a bad path should not cost a run
  check_save(options);
  ErrorLog errors(options.input);
  Progress progress;
  Progress compare_progress{.unit = "pairs"};
  Progress describe_progress;
  ProgressBar bar({&progress, &compare_progress, &describe_progress}, options.input.quiet);
  const pipeline::ClusterOptions cluster{
      .source = options.input.source(),
      .method = parse_spec(options.method).name,
      .index = options.index,
      .check = options.check,
      .on_duplicate = options.on_duplicate,
      .checkpoint_interval = std::chrono::milliseconds(std::llround(1000 * options.checkpoint))};
  pipeline::ClusterRun run;
  std::optional<describe::Description> description;
  try {
    run = pipeline::cluster_pages(cluster, *method, std::ref(errors), &progress, &compare_progress);
    if (describe.is_wanted()) {
      description = pipeline::describe_pages(cluster, run, &describe_progress);
    }
  } catch (const Error&) {
    errors.finish();  // the list of errors matters most when a run fails
    throw;
  } catch (const Cancelled&) {
    bar.stop();
    tell_checkpoint(options.index);
    throw;
  }
  bar.stop();
  errors.finish();
  dendrogram.write(run);
  if (description) describe.write(run, *description, options.method);
  const double write_seconds = write_assignments(run, output, format);
  if (options.save) save(run, options.method, options.input.inputs.front());
  if (options.input.verbose || options.check) fmt::print(stderr, "{}", method->report());
  if (!options.input.quiet)
    fmt::print(stderr, "{}",
               report::summarise(run, write_seconds, description ? &*description : nullptr));
  return 0;
}

std::function<int()> declare(OptionTable& table) {
  const auto options = std::make_shared<Options>();
  add_input_options(table, options->input);
  table
      .add("--method", options->method,
           "how to cluster: name or name:option=value,...; see 'pagekin list methods'")
      .show_default();
  table.add("--measure", options->measure,
            "how a method that compares pages does so: name or name:option=value,...; see "
            "'pagekin list measures'");
  table.add("--check", options->check,
            "compare all pairs of pages as well, slowly, and fail if that gives other "
            "neighbours; with search=lsh, tell how many were found");
  table.add("-o,--output", options->output,
            "write assignments to FILE.tsv, .csv or .jsonl; TSV on standard output otherwise");
  table.add(
      "--index", options->index,
      "keep the pages in this file; later runs add theirs, with the clusters of one run over all");
  table
      .add("--on-duplicate", options->on_duplicate,
           "a page that the index has from an earlier run: replace it, or skip the new one")
      .one_of({"replace", "skip"})
      .show_default();
  table
      .add("--checkpoint", options->checkpoint,
           "seconds between checkpoints of a run with --index; they go to FILE.part, and the same "
           "command goes on after an interruption; 0 for none but that of an interruption")
      .range(0.0, 1e6)
      .show_default();
  table.add("--save", options->save,
            "also write the clusters into the crawl store that is the input (tables clusterings "
            "and assignments)");
  table.add("--dendrogram", options->dendrogram,
            "write the merges of a hierarchical method to FILE.nwk (Newick), .json or .svg; "
            "of ahc with single linkage and a threshold those down to the threshold");
  table.add("--describe", options->describe,
            "write to FILE.json what holds each cluster together, what separates it from its "
            "nearest neighbour, how sure each page is and which are in doubt; reads the "
            "inputs again, so these must be files or directories");
  return [options] { return run_cluster(*options); };
}

}  // namespace

Command cluster() {
  return {.name = "cluster",
          .summary = "group pages by template",
          .examples =
              "  pagekin cluster crawl.warc.gz -o clusters.tsv\n"
              "  pagekin cluster site/ more.jsonl.gz --method fingerprint:length=40\n"
              "  ls *.warc.gz | pagekin cluster - --errors skipped.tsv > clusters.tsv\n"
              "  pagekin cluster monday.warc.gz --index site.index -o clusters.tsv\n"
              "  pagekin cluster site.warc.gz --method snn:similar=0.9,overlap=0.9 "
              "--measure structure_style:kappa=0.3 -v\n"
              "  pagekin cluster site/ --method ahc:linkage=average,threshold=0.6 "
              "--dendrogram site.svg\n"
              "  pagekin cluster site.warc.gz -o clusters.tsv --describe why.json\n"
              "  pagekin cluster crawl.db --method uxclust --save -o clusters.tsv",
          .declare = declare};
}

}  // namespace pagekin::cli
