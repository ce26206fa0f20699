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
#include <unistd.h>

#include "pagekin/api/labels.h"
#include "pagekin/clustering/cluster_pages.h"
#include "pagekin/clustering/describe_pages.h"
#include "pagekin/clustering/index_models.h"
#include "pagekin/clustering/stored_pages.h"
#include "pagekin/core/stopwatch.h"
#include "pagekin/core/text.h"
#include "pagekin/core/time.h"
#include "pagekin/method/index_file.h"
#include "pagekin/method/method.h"
#include "pagekin/report/cluster_summary.h"
#include "pagekin/report/dendrogram.h"
#include "pagekin/report/description_json.h"
#include "pagekin/report/page_table.h"
#include "pagekin/store/crawl_store.h"

#include "cli/command.h"
#include "cli/fail_on.h"
#include "cli/inner_report.h"
#include "cli/inner_source.h"
#include "cli/input_options.h"
#include "cli/library_options.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress_bar.h"
#include "cli/report_file.h"
#include "cli/run_summary.h"
#include "cli/terminal.h"
#include "cli/truth_options.h"

namespace pagekin::cli {
namespace {

// Pages. Describing reads them a second time; with more a summary shows no marks unless a file
// needs them.
constexpr std::size_t kMostDescribedForSummary = 5000;
constexpr std::size_t kAskedInReport = 5;  // pages

struct ClusterFlags {
  InputOptions input;
  pagekin::ClusterOptions cluster;
  std::string hints_file;
  std::string output;
  std::string columns{report::kDefaultPageColumns};
  std::string templates;
  std::string dendrogram;
  std::string describe;
  ReportFlags report;
  TruthOptions truth;
  std::vector<std::string> fail_on;
  bool save = false;
  bool all = false;
};

// "average linkage, measure path_jaccard"
std::string dendrogram_note(const ClusterFlags& options, const method::CutDendrogram& dendrogram) {
  const std::string name = parse_spec(options.cluster.method).name;
  std::string measure = options.cluster.measure;
  for (const method::MethodInfo& info : method::methods()) {
    if (info.name == name && measure.empty()) measure = info.measure;
  }
  return fmt::format("{} linkage, measure {}", dendrogram.linkage, measure);
}

// A file for the hierarchy beside the clusters, opened before the work.
class DendrogramFile {
 public:
  // Throws UsageError for another ending, and for a method that makes no hierarchy.
  DendrogramFile(const ClusterFlags& options, const method::Method& method) {
    if (options.dendrogram.empty()) return;
    const auto format = report::dendrogram_format_of(options.dendrogram);
    if (!format) {
      throw UsageError("--dendrogram takes FILE.nwk, .json or .svg, got '" + options.dendrogram +
                       "'");
    }
    if (!method.has(method::Capability::kHierarchical)) {
      throw UsageError(fmt::format("--dendrogram needs a method that makes one: {}; got '{}'",
                                   method::names_with(method::Capability::kHierarchical),
                                   options.cluster.method));
    }
    format_ = *format;
    output_ = std::make_unique<Output>(options.dendrogram);
  }

  bool is_wanted() const { return output_ != nullptr; }

  void write(const ClusterFlags& options, const clustering::ClusterRun& run) {
    if (!output_) return;
    report::write_dendrogram({.dendrogram = &run.dendrogram->merges,
                              .clustering = &run.clustering,
                              .cut = run.dendrogram->cut,
                              .note = dendrogram_note(options, *run.dendrogram),
                              .id = [&](PageId page) { return run.ids[page]; }},
                             format_, [&](std::string_view bytes) { output_->write(bytes); });
    output_->finish();
  }

 private:
  report::DendrogramFormat format_{};
  std::unique_ptr<Output> output_;
};

// A file for what holds the clusters together, opened before the work.
class DescriptionFile {
 public:
  // Throws UsageError for another ending.
  explicit DescriptionFile(const ClusterFlags& options) {
    if (options.describe.empty()) return;
    if (!options.describe.ends_with(".json")) {
      throw UsageError("--describe takes FILE.json, got '" + options.describe + "'");
    }
    output_ = std::make_unique<Output>(options.describe);
  }

  bool is_wanted() const { return output_ != nullptr; }

  void write(const clustering::ClusterRun& run, const describe::Description& description,
             const std::string& method) {
    report::write_description(run, description, method,
                              [&](std::string_view bytes) { output_->write(bytes); });
    output_->finish();
  }

 private:
  std::unique_ptr<Output> output_;
};

// A table of the templates beside that of the pages, opened before the work.
class TemplatesFile {
 public:
  // Throws UsageError for another ending.
  explicit TemplatesFile(const std::string& path) {
    if (path.empty()) return;
    format_ = table_format_of(path, "--templates");
    output_ = std::make_unique<Output>(path);
  }

  bool is_wanted() const { return output_ != nullptr; }

  void write(const clustering::ClusterRun& run, const describe::Description* description) {
    if (!output_) return;
    report::write_templates(run, description, format_,
                            [&](std::string_view bytes) { output_->write(bytes); });
    output_->finish();
  }

 private:
  table::FileFormat format_;
  std::unique_ptr<Output> output_;
};

// Whether the inputs can be read again, so that templates can be described.
bool can_describe(const ClusterFlags& options) {
  try {
    clustering::check_readable_twice(inner_source(options.input));
    return true;
  } catch (const OptionError&) {
    return false;
  }
}

void check_save(const ClusterFlags& options) {
  const std::vector<std::string>& inputs = options.input.inputs;
  if (options.save && (inputs.size() != 1 || !clustering::is_store(inputs.front()))) {
    throw UsageError("--save writes into a crawl store, so one must be the only input");
  }
}

// Adds the clusters to the store that the pages are from.
void save(const clustering::ClusterRun& run, const std::string& method, const std::string& name) {
  const auto store = store::CrawlWriter::open(name);
  std::vector<store::CrawlWriter::Assignment> assignments;
  assignments.reserve(run.ids.size());
  for (PageId page = 0; page < run.ids.size(); ++page) {
    assignments.push_back({.url = run.ids[page], .cluster = run.number_of(page)});
  }
  std::vector<store::CrawlWriter::Template> templates;
  for (const std::size_t label : run.labels_by_number()) {
    templates.push_back({.cluster = run.numbers[label],
                         .id = run.template_ids[label],
                         .name = run.names[label].text});
  }
  store->transact(
      [&] { store->save_clustering(method, now_in_seconds(), assignments, templates); });
}

// Of a run that was interrupted.
void tell_checkpoint(const std::string& index) {
  const std::string path = method::checkpoint_path(index);
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

// What the report shows besides the clusters.
ReportExtras report_extras(const ClusterFlags& options, const clustering::ClusterRun& run,
                           const eval::Labels* truth, const std::vector<Incident>& incidents,
                           double describe_seconds) {
  ReportExtras extras{.truth = truth,
                      .parameters = {{"method", options.cluster.method}},
                      .incidents = incidents,
                      .seconds = {{"reading", run.read_seconds},
                                  {"clustering", run.cluster_seconds},
                                  {"describing", describe_seconds}}};
  if (!options.cluster.measure.empty())
    extras.parameters.emplace_back("measure", options.cluster.measure);
  if (!options.cluster.index.empty())
    extras.parameters.emplace_back("index", options.cluster.index);
  if (run.dendrogram) {
    extras.dendrogram = &run.dendrogram->merges;
    extras.dendrogram_cut = run.dendrogram->cut;
    extras.dendrogram_note =
        options.cluster.method + ": " + dendrogram_note(options, *run.dendrogram);
  }
  return extras;
}

// Adds the run to the summary. Returns the exit status, by the conditions of --fail-on.
int summarise_run(const clustering::ClusterRun& run, double describe_seconds, double write_seconds,
                  const FailOn& fail_on) {
  const std::size_t doubtful = report::count_doubtful(run, run.certainty);
  const std::size_t pages = run.ids.size();
  RunSummary& summary = run_summary();
  summary.pages(run.counts);
  summary.result("pages", pages);
  summary.result("templates", run.numbers.size());
  summary.result("without_template",
                 static_cast<std::uint64_t>(std::ranges::count(run.clustering.labels, kLeftOut)));
  if (!run.certainty.empty()) summary.result("in_doubt", doubtful);
  summary.result("earlier_pages", run.earlier);
  summary.caution(run.caution);
  summary.seconds("reading", run.read_seconds);
  summary.seconds("clustering", run.cluster_seconds);
  summary.seconds("describing", describe_seconds);
  summary.seconds("writing", write_seconds);
  const bool is_doubtful =
      fail_on.is_met("doubt", doubtful, pages, "are in doubt between templates");
  const bool is_one =
      run.numbers.size() == 1 && fail_on.is_met("one-cluster", pages, pages, "have one template");
  const bool has_failures =
      fail_on.is_met("failed", run.counts.failed(), run.counts.read(), "could not be read");
  return is_doubtful || is_one || has_failures ? kConditionMet : 0;
}

int run_cluster(const ClusterFlags& options) {
  pagekin::ClusterOptions given = options.cluster;
  if (!options.hints_file.empty()) given.hints = read_hints(options.hints_file);
  const auto method = as_usage([&] { return clustering::make_method(given); });
  const FailOn fail_on(options.fail_on, {{"doubt"}, {"one-cluster", false}, {"failed"}});
  if (fail_on.has("doubt") && !method->has(method::Capability::kAssessing)) {
    throw UsageError(
        fmt::format("--fail-on doubt needs a method that says how sure it is: {}; got '{}'",
                    method::names_with(method::Capability::kAssessing), options.cluster.method));
  }
  const table::FileFormat format = table_format_of(options.output);
  const std::vector<PageColumn> columns =
      as_usage([&] { return parse_page_columns(options.columns); });
  DendrogramFile dendrogram(options, *method);
  DescriptionFile describe(options);
  TemplatesFile templates(options.templates);
  ReportFile report(options.report);
  const Labels truth = read_report_truth(options);
  const bool describes = describe.is_wanted() || report.is_wanted() ||
                         (templates.is_wanted() && can_describe(options));
  Output output(options.output);  // before the work: a bad path should not cost a run
  check_save(options);
  ErrorLog errors(options.input);
  IncidentList incidents(errors);
  Progress progress{.phase = "reading"};
  Progress compare_progress{.unit = "pairs", .phase = "comparing"};
  Progress describe_progress{.phase = "describing"};
  Progress skeleton_progress{.phase = "learning models"};
  ProgressBar bar({&progress, &compare_progress, &describe_progress, &skeleton_progress},
                  options.input.quiet);
  clustering::ClusterOptions cluster{.source = inner_source(options.input),
                                     .method = parse_spec(options.cluster.method).name,
                                     .index = options.cluster.index,
                                     .check = options.cluster.check,
                                     .dendrogram = dendrogram.is_wanted() || report.is_wanted(),
                                     .keep_origins = report::needs_origins(columns),
                                     .on_duplicate = options.cluster.on_duplicate,
                                     .keep_days = clustering::parse_keep(options.cluster.keep),
                                     .checkpoint_interval = std::chrono::milliseconds(
                                         std::llround(1000 * options.cluster.checkpoint_seconds)),
                                     .hints = given.hints,
                                     .ask = options.cluster.ask};
  if (report.is_wanted() && method->has(method::Capability::kHinted)) {
    cluster.ask = std::max(cluster.ask, kAskedInReport);
  }
  std::optional<describe::Description> description;
  clustering::Drawing drawing;
  // Documents would be converted a second time.
  const bool converts =
      !options.input.read.documents.tika.empty() || !options.input.read.documents.via.empty();
  const bool may_describe = !options.input.quiet && !converts && can_describe(options);
  // What a small run is described by for its summary alone. It changes no file, because -q does not
  // either.
  std::optional<describe::Description> for_summary;
  if (describes || may_describe || options.cluster.skeletons) {
    cluster.before_index = [&](clustering::ClusterRun& found) {
      if (describes) {
        if (report.is_wanted()) drawing = visual::report_drawing(options.report, found);
        description = clustering::describe_pages(cluster, found, &describe_progress,
                                                 report.is_wanted() ? &drawing : nullptr);
      } else if (may_describe && found.ids.size() <= kMostDescribedForSummary) {
        try {
          for_summary = clustering::describe_pages(cluster, found, &describe_progress);
        } catch (const InputError&) {
          // An input has changed meanwhile, and nobody asked for a description.
        }
      }
      if (options.cluster.skeletons)
        clustering::learn_index_models(cluster, found, &skeleton_progress);
    };
  }
  clustering::ClusterRun run = errors.during([&] {
    try {
      return clustering::cluster_pages(cluster, *method, std::ref(incidents), &progress,
                                       &compare_progress);
    } catch (const Cancelled&) {
      bar.stop();
      tell_checkpoint(options.cluster.index);
      throw;
    }
  });
  visual::ReportTexts report_texts;
  if (report.is_wanted()) {
    report_texts = make_report(
        options.report, options.input, run, *description, drawing,
        report_extras(options, run, truth.is_empty() ? nullptr : &api::eval_labels(truth),
                      incidents.incidents(), description->seconds));
  }
  bar.stop();
  write_report(report, report_texts, report_title(options.report, options.input.inputs));
  run.questions.resize(std::min(run.questions.size(), options.cluster.ask));
  dendrogram.write(options, run);
  if (describe.is_wanted()) describe.write(run, *description, options.cluster.method);
  const describe::Description* const known = description ? &*description : nullptr;
  templates.write(run, known);
  const Stopwatch writing;
  report::write_pages(run, known, columns, format,
                      [&](std::string_view bytes) { output.write(bytes); });
  output.finish();
  const double write_seconds = writing.seconds();
  if (options.save) save(run, options.cluster.method, options.input.inputs.front());
  if (options.input.verbose || options.cluster.check) fmt::print(stderr, "{}", run.report);
  const int status =
      summarise_run(run, description ? description->seconds : 0, write_seconds, fail_on);
  if (options.input.quiet) return status;
  if (templates.is_wanted() && !describes) {
    fmt::print(
        stderr,
        "marks     are missing in the table of templates: they are found by reading the pages "
        "again, and an input here can be read only once\n");
  }
  fmt::print(stderr, "{}",
             report::summarise(run, {.write_seconds = write_seconds,
                                     .description = known != nullptr ? known
                                                    : for_summary    ? &*for_summary
                                                                     : nullptr,
                                     .explains = describe.is_wanted(),
                                     .width = summary_width(),
                                     .has_colours = has_colours(STDERR_FILENO),
                                     .all = options.all}));
  if (report.is_wanted()) fmt::print(stderr, "report    {}\n", printable(options.report.file));
  return status;
}

std::function<int()> declare_cluster(OptionTable& table) {
  const auto options = std::make_shared<ClusterFlags>();
  add_input_options(table, options->input);
  pagekin::ClusterOptions& cluster = options->cluster;
  add_library_options(table, cluster, {"describe", "hints", "ask"});
  table.add(
      "-o,--output", options->output,
      "write a table of the pages to " + file_endings() + "; TSV on standard output otherwise");
  table
      .add("--columns", options->columns,
           "the columns of this table, in this order: " + report::page_column_names())
      .show_default();
  table.add("--templates", options->templates,
            "write a table of the templates to " + file_endings() +
                ": id, name, pages, share, variants, hosts, shape of the addresses, exemplar, "
                "representatives, marks, confidence; reads the inputs again");
  add_library_option<pagekin::ClusterOptions>(table, option_text<pagekin::ClusterOptions>("hints"),
                                              options->hints_file);
  add_library_option<pagekin::ClusterOptions>(table, option_text<pagekin::ClusterOptions>("ask"),
                                              cluster.ask);
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
           "doubt=5%,failed=1%")
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
