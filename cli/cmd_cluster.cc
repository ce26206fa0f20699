// pagekin cluster: group pages by template.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "pagekin/catalogue.h"
#include "pagekin/cluster.h"
#include "pagekin/report.h"
#include "pagekin/table.h"
#include "pagekin/text.h"

#include "cli/command.h"
#include "cli/fail_on.h"
#include "cli/input_options.h"
#include "cli/library_options.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/report_file.h"
#include "cli/run_progress.h"
#include "cli/run_summary.h"
#include "cli/terminal.h"
#include "cli/truth_options.h"

namespace pagekin::cli {
namespace {

// Pages. Describing reads them a second time; with more a summary shows no marks unless a file
// needs them.
constexpr std::size_t kMostDescribedForSummary = 5000;

struct ClusterFlags {
  InputOptions input;
  ClusterOptions cluster;
  std::string hints_file;
  std::string output;
  std::string columns = words_of(kUsualPageColumns, ",");
  std::string templates;
  std::string dendrogram;
  std::string describe;
  ReportFlags report;
  TruthOptions truth;
  std::vector<std::string> fail_on;
  bool save = false;
  bool all = false;
};

// "ahc, snn": the methods that can do something.
std::string methods_with(bool MethodInfo::*can) {
  std::vector<std::string> names;
  for (MethodInfo& info : list_methods()) {
    if (info.*can) names.push_back(std::move(info.name));
  }
  return words_of(names, ", ");
}

// Returns the format of the file for --dendrogram. Throws UsageError for an unknown ending, and for
// a method that makes no dendrogram.
DendrogramFormat format_of_dendrogram(const ClusterFlags& options, const MethodInfo& method) {
  const auto format = dendrogram_format_of(options.dendrogram);
  if (!format) {
    throw UsageError("--dendrogram takes FILE.nwk, .json or .svg, got '" + options.dendrogram +
                     "'");
  }
  if (!method.makes_dendrogram) {
    throw UsageError(fmt::format("--dendrogram needs a method that makes one: {}; got '{}'",
                                 methods_with(&MethodInfo::makes_dendrogram),
                                 options.cluster.method));
  }
  return *format;
}

// An output that an option asks for. It is opened before the work. Without a path nothing is
// written.
class SideFile {
 public:
  explicit SideFile(const std::string& path) {
    if (!path.empty()) output_.emplace(path);
  }

  // Calls make(sink) if the file is wanted.
  template <class Make>
  void write(const Make& make) {
    if (!output_) return;
    make(output_->sink());
    output_->finish();
  }

 private:
  std::optional<Output> output_;
};

void check_save(const ClusterFlags& options) {
  const std::vector<std::string>& inputs = options.input.inputs;
  if (options.save && (inputs.size() != 1 || !is_crawl_store(inputs.front()))) {
    throw UsageError("--save writes into a crawl store, so the only input must be one");
  }
}

// Of a run that was interrupted.
void print_checkpoint(const std::string& index) {
  const std::string path = checkpoint_of_index(index);
  std::error_code ignored;  // what cannot be looked at is not reported
  if (index.empty() || !std::filesystem::exists(path, ignored)) return;
  fmt::print(stderr, "pagekin: {} has the pages that were read; the same command goes on with it\n",
             printable(path));
}

Labels read_report_truth(const ClusterFlags& options) {
  if (options.truth.labels.empty() && options.truth.rules.empty()) return {};
  if (options.report.file.empty()) {
    throw UsageError("labels are for --report; 'pagekin evaluate' measures a clustering");
  }
  return read_truth(options.truth, "cluster --report");
}

// Adds the run to the summary. Returns the exit status, by the conditions of --fail-on.
int summarise_run(const ClusterResult& result, double write_seconds, const FailOn& fail_on) {
  const std::size_t pages = result.page_count;
  RunSummary& summary = run_summary();
  summary.pages(result.counts);
  summary.result("pages", pages);
  summary.result("templates", result.cluster_count);
  for (const ClusterInfo& cluster : result.clusters) {
    summary.found({cluster.template_id, cluster.name, cluster.pages});
  }
  summary.result("without_template", result.left_out);
  if (result.has_confidence) summary.result("in_doubt", result.in_doubt);
  summary.result("earlier_pages", result.earlier_pages);
  summary.caution(result.caution);
  summary.seconds("reading", result.read_seconds);
  summary.seconds("clustering", result.cluster_seconds);
  summary.seconds("describing", result.describe_seconds);
  summary.seconds("writing", write_seconds);
  const bool is_doubtful =
      fail_on.is_met("doubt", result.in_doubt, pages, "are in doubt between templates");
  const bool is_one =
      result.cluster_count == 1 && fail_on.is_met("one-cluster", pages, pages, "have one template");
  const bool has_failures = fail_on.is_met("failed", count_failed(result.counts),
                                           result.counts.read(), "could not be read");
  // The first run of an index has nothing to compare with, so it meets no condition.
  const auto of_fate = [&](TemplateFate fate) -> std::uint64_t {
    if (result.earlier_pages == 0) return 0;
    return static_cast<std::uint64_t>(
        std::ranges::count(result.changes, fate, &TemplateChangeInfo::fate));
  };
  const bool is_new = fail_on.is_met("new", of_fate(TemplateFate::kNew), result.cluster_count,
                                     "are new", "templates");
  const bool has_changed = fail_on.is_met("changed", of_fate(TemplateFate::kChanged),
                                          result.cluster_count, "have changed", "templates");
  return is_doubtful || is_one || has_failures || is_new || has_changed ? kConditionMet : 0;
}

int run_cluster(const ClusterFlags& options) {
  ClusterOptions cluster = options.cluster;
  if (!options.hints_file.empty()) cluster.hints = read_hints(options.hints_file);
  as_usage([&] { check_options(cluster); });
  const MethodInfo method = find_method(cluster.method);
  const FailOn fail_on(
      options.fail_on,
      {{"doubt"}, {"one-cluster", false}, {"failed"}, {"new", false}, {"changed", false}});
  if ((fail_on.has("new") || fail_on.has("changed")) && cluster.index.empty()) {
    throw UsageError("--fail-on new and changed need --index, which has the templates of before");
  }
  if (fail_on.has("doubt") && !method.gives_confidence) {
    throw UsageError(
        fmt::format("--fail-on doubt needs a method that says how sure it is: {}; got '{}'",
                    methods_with(&MethodInfo::gives_confidence), cluster.method));
  }
  const FileFormat format = table_format_of(options.output);
  const std::vector<PageColumn> columns =
      as_usage([&] { return parse_page_columns(options.columns); });
  cluster.has_lists = run_summary().is_wanted();
  cluster.has_origins = needs_origins(columns);
  cluster.dendrogram = !options.dendrogram.empty();
  DendrogramFormat dendrogram_format{};
  if (cluster.dendrogram) dendrogram_format = format_of_dendrogram(options, method);
  SideFile dendrogram(options.dendrogram);
  const bool explains = !options.describe.empty();
  if (explains && !options.describe.ends_with(".json")) {
    throw UsageError("--describe takes FILE.json, got '" + options.describe + "'");
  }
  SideFile describe(options.describe);
  const bool has_templates = !options.templates.empty();
  FileFormat templates_format;
  if (has_templates) templates_format = table_format_of(options.templates, "--templates");
  SideFile templates(options.templates);
  ReportFile report(options.report);
  const Labels truth = read_report_truth(options);
  if (report.is_wanted()) {
    cluster.shown_in_report = static_cast<std::size_t>(options.report.representatives);
  }
  const Source source = options.input.source();
  const bool is_readable_twice = can_describe(source);
  cluster.describe = explains || report.is_wanted() || (has_templates && is_readable_twice);
  // Documents would be converted a second time.
  const bool converts = !source.documents.tika.empty() || !source.documents.via.empty();
  if (!options.input.quiet && !converts) cluster.described_in_summary = kMostDescribedForSummary;
  Output output(options.output);  // before the work: a bad path should not cost a run
  check_save(options);
  ErrorLog errors(options.input);
  RunProgress progress(options.input.quiet);
  const Run run = progress.run({.threads = options.input.threads, .incident = std::ref(errors)});
  const ClusterResult result = errors.during([&] {
    try {
      return cluster_pages(source, cluster, run);
    } catch (const Cancelled&) {
      progress.stop();
      print_checkpoint(cluster.index);
      throw;
    }
  });
  ReportPictures pictures;
  if (report.is_wanted()) {
    pictures = write_report(result, truth, options.report.library(), report.sink(), run);
    report.finish();
  }
  progress.stop();
  if (report.is_wanted() && options.report.screenshots) {
    run_summary().result("screenshots", pictures.screenshots);
    run_summary().result("failed_screenshots", pictures.failed_screenshots);
  }
  if (!options.input.quiet) fmt::print(stderr, "{}", pictures.note);
  dendrogram.write(
      [&](const TextSink& sink) { write_dendrogram(result, dendrogram_format, sink); });
  describe.write([&](const TextSink& sink) { write_description(result, sink); });
  templates.write(
      [&](const TextSink& sink) { write_template_table(result, templates_format, sink); });
  const auto written_from = std::chrono::steady_clock::now();
  write_page_table(result, columns, format, output.sink());
  output.finish();
  const double write_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - written_from).count();
  if (options.save) save_clusters(result, options.input.inputs.front());
  if (options.input.verbose || cluster.check) fmt::print(stderr, "{}", result.report);
  const int status = summarise_run(result, write_seconds, fail_on);
  if (options.input.quiet) return status;
  if (has_templates && !cluster.describe) {
    fmt::print(
        stderr,
        "marks     are missing in the table of templates: they are found by reading the pages "
        "again, and an input here can be read only once\n");
  }
  fmt::print(stderr, "{}",
             summarise(result, {.write_seconds = write_seconds,
                                .explains = explains,
                                .width = summary_width(),
                                .has_colours = has_colours(STDERR_FILENO),
                                .all = options.all}));
  if (report.is_wanted()) fmt::print(stderr, "report    {}\n", printable(options.report.file));
  return status;
}

std::function<int()> declare_cluster(OptionTable& table) {
  const auto options = std::make_shared<ClusterFlags>();
  add_input_options(table, options->input);
  ClusterOptions& cluster = options->cluster;
  add_library_options(table, cluster, {"describe", "hints", "ask"});
  table.add(
      "-o,--output", options->output,
      "write a table of the pages to " + file_endings() + "; TSV on standard output otherwise");
  table
      .add("--columns", options->columns,
           "the columns of this table, in this order: " + words_of(Words<PageColumn>::all, ", "))
      .show_default();
  table.add("--templates", options->templates,
            "write a table of the templates to " + file_endings() +
                ": id, name, pages, share, variants, hosts, shape of the addresses, exemplar, "
                "representatives, marks, confidence; reads the inputs again");
  add_library_option<ClusterOptions>(table, option_text<ClusterOptions>("hints"),
                                     options->hints_file);
  add_library_option<ClusterOptions>(table, option_text<ClusterOptions>("ask"), cluster.ask);
  table.add("--save", options->save,
            "also write the clusters into the crawl store that is the input (tables clusterings, "
            "assignments and templates)");
  table.add("--all", options->all, "show all templates and hosts in the summary, not only ten");
  table.add("--dendrogram", options->dendrogram,
            "write the merges of a hierarchical method to FILE.nwk (Newick), .json or .svg; "
            "ahc with single linkage and a threshold has only the merges down to the threshold");
  table.add("--describe", options->describe,
            "write to FILE.json what holds each cluster together, what separates it from its "
            "nearest neighbour, how well each page fits and which pages are in doubt; reads the "
            "inputs again");
  table.add("--report", options->report.file,
            "write a visual report to FILE.html: a page that shows the templates, without network "
            "and server; reads the inputs again");
  add_report_options(table, options->report);
  add_truth_options(table, options->truth);
  table
      .add("--fail-on", options->fail_on,
           "end with status 3 if pages are in doubt (doubt), all pages have one template "
           "(one-cluster) or pages cannot be read (failed), or if more than a share do: "
           "doubt=5%,failed=1%; with --index also if templates are new or have changed: "
           "new,changed")
      .repeated();
  return [options] {
    const bool reads_twice =
        !options->describe.empty() || !options->report.file.empty() || options->cluster.skeletons;
    if (reads_twice) options->input.read_twice();
    return run_cluster(*options);
  };
}

}  // namespace

Command cluster() {
  return {.name = "cluster",
          .summary = "group pages by template",
          .examples =
              "  pagekin cluster crawl.warc.gz -o clusters.tsv\n"
              "  pagekin cluster crawl.warc.gz -o clusters.tsv --report report.html\n"
              "  pagekin cluster crawl.warc.gz -o pages.parquet --templates templates.parquet\n"
              "  pagekin cluster crawl.warc.gz -o pages.csv.gz --columns "
              "page,template,name,host,input,offset\n"
              "  pagekin cluster site/ more.jsonl.gz --method fingerprint:length=40\n"
              "  ls *.warc.gz | pagekin cluster - --errors skipped.tsv > clusters.tsv\n"
              "  pagekin cluster monday.warc.gz --index site.index -o clusters.tsv\n"
              "  pagekin cluster site.warc.gz --method snn:similar=0.9,overlap=0.9 "
              "--measure structure_style:kappa=0.3 -v\n"
              "  pagekin cluster site/ --method ahc:linkage=average,threshold=0.6 "
              "--dendrogram site.svg\n"
              "  pagekin cluster site.warc.gz -o clusters.tsv --describe why.json\n"
              "  pagekin cluster site.warc.gz -o clusters.tsv --ask 5\n"
              "  pagekin cluster site.warc.gz -o clusters.tsv --hints names.tsv\n"
              "  pagekin cluster crawl.db --method uxclust --save -o clusters.tsv",
          .declare = declare_cluster};
}

}  // namespace pagekin::cli
