#include "pagekin/report.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "pagekin/api/cluster_details.h"
#include "pagekin/api/convert.h"
#include "pagekin/api/coverage.h"
#include "pagekin/api/diff.h"
#include "pagekin/api/first_incidents.h"
#include "pagekin/api/labels.h"
#include "pagekin/api/own_thread.h"
#include "pagekin/api/progress_watcher.h"
#include "pagekin/clustering/describe_pages.h"
#include "pagekin/clustering/name_templates.h"
#include "pagekin/clustering/table_run.h"
#include "pagekin/core/text.h"
#include "pagekin/visual/report_file.h"
#include "pagekin/visual/run_report.h"

namespace pagekin {
namespace {

std::string title_of_file(const std::string& title) { return title + " - pagekin"; }

}  // namespace

ReportPictures write_report(const ClusterResult& result, const Labels& truth,
                            const ReportOptions& options, const TextSink& sink, const Run& run) {
  check_options<ReportOptions>(options);
  if (result.kept.is_empty() || result.kept->given.shown_in_report == 0) {
    throw OptionError(
        "a report needs the pictures of the run: give it " + option_named("shown_in_report"),
        "shown_in_report");
  }
  return api::on_own_thread(run, [&] {
    const ClusterDetails& details = *result.kept;
    const clustering::ClusterRun& found = details.run;
    input::Source source = details.options.source;
    source.reading.threads = run.threads;
    visual::ReportExtras extras{.truth = truth.is_empty() ? nullptr : &api::eval_labels(truth),
                                .dendrogram_note = {},
                                .parameters = {{"method", details.given.method}},
                                .incidents = details.incidents,
                                .seconds = {{"reading", found.read_seconds},
                                            {"clustering", found.cluster_seconds},
                                            {"describing", result.describe_seconds}},
                                .questions = details.questions};
    if (!details.given.measure.empty()) {
      extras.parameters.emplace_back("measure", details.given.measure);
    }
    if (!details.given.index.empty()) extras.parameters.emplace_back("index", details.given.index);
    if (found.dendrogram) {
      extras.dendrogram = &found.dendrogram->merges;
      extras.dendrogram_cut = found.dendrogram->cut;
      extras.dendrogram_note = details.given.method + ": " + api::dendrogram_note(details);
    }
    visual::MadeReport report = visual::make_report(options, source, found, *details.description,
                                                    details.drawing, std::move(extras));
    visual::write_report_file(report.texts, title_of_file(report_title(options, source.inputs)),
                              sink);
    return std::move(report.pictures);
  });
}

TableReport write_table_report(const Source& source, const std::string& table,
                               const std::string& by, const Labels& truth,
                               const ReportOptions& options, const TextSink& sink, const Run& run) {
  check_options<ReportOptions>(options);
  return api::on_own_thread(run, [&] {
    Progress reading;
    Progress describing;
    const api::ProgressWatcher watcher(run, {{"reading", &reading}, {"describing", &describing}});
    const table::PageTable rows = clustering::read_named_table(table, by);
    const input::Source from = api::reread_source(source, run);
    api::FirstIncidents incidents(run);
    clustering::TableRun found =
        clustering::run_of_table(rows, from, std::ref(incidents), &reading);
    clustering::Drawing drawing = visual::report_drawing(options, found.run);
    const describe::Description description = clustering::describe_pages(
        {.source = from, .method = {}, .index = {}}, found.run, &describing, &drawing);
    TableReport shown{.counts = found.run.counts,
                      .templates = found.run.numbers.size(),
                      .pages_without_row = found.not_in_table,
                      .rows_without_page = found.not_in_inputs,
                      .pictures = {}};
    visual::ReportExtras extras{
        .template_labels = found.labels,
        .truth = truth.is_empty() ? nullptr : &api::eval_labels(truth),
        .dendrogram_note = {},
        .parameters = {{"table", table}, {"groups by", rows.column}},
        .incidents = std::move(incidents.kept),
        .seconds = {{"reading", found.run.read_seconds}, {"describing", description.seconds}},
        .questions = {}};
    if (found.not_in_table + found.not_in_inputs > 0) {
      extras.parameters.emplace_back("pages without a row", with_commas(found.not_in_table));
      extras.parameters.emplace_back("rows without a page", with_commas(found.not_in_inputs));
    }
    visual::MadeReport report =
        visual::make_report(options, from, found.run, description, drawing, std::move(extras));
    visual::write_report_file(report.texts, title_of_file(report_title(options, source.inputs)),
                              sink);
    shown.pictures = std::move(report.pictures);
    return shown;
  });
}

void write_report(const Source& source, const CoverageResult& coverage,
                  const CoverageOptions& compared, const ReportOptions& options,
                  const TextSink& sink, const Run& run) {
  check_options<ReportOptions>(options);
  api::on_own_thread(run, [&] {
    Progress drawing;
    const api::ProgressWatcher watcher(run, {{"drawing", &drawing}});
    const comparing::Coverage& found = coverage.state();
    ReportOptions titled = options;
    if (titled.title.empty()) titled.title = "Coverage of " + report_title({}, source.inputs);
    visual::ReportFacts facts = visual::report_facts(titled, source.inputs);
    facts.counts = found.new_counts;
    facts.incidents = coverage.state().incidents;
    for (const std::string& old : compared.against) facts.parameters.emplace_back("against", old);
    for (const std::string& map : compared.sitemaps) facts.parameters.emplace_back("sitemap", map);
    if (!found.caution.empty()) facts.parameters.emplace_back("caution", found.caution);
    if (facts.made != 0) {
      facts.seconds = {{"reading", found.read_seconds}, {"clustering", found.cluster_seconds}};
    }
    std::vector<std::string> against = compared.against;
    std::erase_if(against, is_index_file);
    visual::write_report_file(
        visual::make_report(api::input_source(source, run), visual::comparison_of(found), against,
                            source.inputs, facts, &drawing),
        title_of_file(titled.title), sink);
    return true;
  });
}

void write_report(const Source& before, const Source& now, const DiffResult& diff,
                  const ReportOptions& options, const TextSink& sink, const Run& run) {
  check_options<ReportOptions>(options);
  api::on_own_thread(run, [&] {
    Progress drawing;
    const api::ProgressWatcher watcher(run, {{"drawing", &drawing}});
    const DiffDetails& details = api::diff_details_of(diff);
    const comparing::CrawlDiff& found = details.found;
    ReportOptions titled = options;
    if (titled.title.empty()) titled.title = "Changes between two crawls";
    std::vector<std::string> inputs = before.inputs;
    inputs.insert(inputs.end(), now.inputs.begin(), now.inputs.end());
    visual::ReportFacts facts = visual::report_facts(titled, inputs);
    facts.incidents = details.incidents;
    for (const comparing::DiffSide* const side : {&found.before, &found.now}) {
      facts.counts.clustered += side->counts.clustered;
      facts.counts.limited += side->counts.limited;
      facts.counts.skipped += side->counts.skipped;
      for (std::size_t i = 0; i < kReasonCount; ++i) {
        facts.counts.by_reason[i] += side->counts.by_reason[i];
      }
    }
    if (!found.caution.empty()) facts.parameters.emplace_back("caution", found.caution);
    if (facts.made != 0) {
      facts.seconds = {{"reading", found.read_seconds}, {"comparing", found.compare_seconds}};
    }
    visual::write_report_file(
        visual::make_report(api::input_source(now, run), visual::comparison_of(found),
                            before.inputs, now.inputs, facts, &drawing),
        title_of_file(titled.title), sink);
    return true;
  });
}

}  // namespace pagekin
