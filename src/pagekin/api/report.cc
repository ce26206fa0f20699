#include "pagekin/report.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

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
#include "pagekin/codec/codec.h"
#include "pagekin/core/text.h"
#include "pagekin/reading/read_pictures.h"
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

namespace {

// A report of a table, and the pages that it shows.
struct MadeTableReport {
  input::Source source;
  clustering::TableRun found;
  visual::ReportTexts texts;
  TableReport shown;
};

// `table`: its name for the report. `has_missing`: the report says how many pages and rows have no
// match.
MadeTableReport make_table_report(const Source& source, const table::PageTable& rows,
                                  const std::string& table, bool has_missing, const Labels& truth,
                                  const ReportOptions& options, const Run& run) {
  Progress reading;
  Progress describing;
  const api::ProgressWatcher watcher(run, {{"reading", &reading}, {"describing", &describing}});
  MadeTableReport made{
      .source = api::reread_source(source, run), .found = {}, .texts = {}, .shown = {}};
  api::FirstIncidents incidents(run);
  made.found = clustering::run_of_table(rows, made.source, std::ref(incidents), &reading);
  clustering::TableRun& found = made.found;
  clustering::Drawing drawing = visual::report_drawing(options, found.run);
  const describe::Description description = clustering::describe_pages(
      {.source = made.source, .method = {}, .index = {}}, found.run, &describing, &drawing);
  visual::ReportExtras extras{
      .template_labels = found.labels,
      .truth = truth.is_empty() ? nullptr : &api::eval_labels(truth),
      .dendrogram_note = {},
      .parameters = {{"table", table}, {"groups by", rows.column}},
      .incidents = std::move(incidents.kept),
      .seconds = {{"reading", found.run.read_seconds}, {"describing", description.seconds}},
      .questions = {}};
  if (has_missing && found.not_in_table + found.not_in_inputs > 0) {
    extras.parameters.emplace_back("pages without a row", with_commas(found.not_in_table));
    extras.parameters.emplace_back("rows without a page", with_commas(found.not_in_inputs));
  }
  visual::MadeReport report =
      visual::make_report(options, made.source, found.run, description, drawing, std::move(extras));
  made.texts = std::move(report.texts);
  made.shown = {std::move(report.pictures), found.run.counts, found.run.numbers.size(),
                found.not_in_table, found.not_in_inputs};
  return made;
}

}  // namespace

TableReport write_table_report(const Source& source, const std::string& table,
                               const TableOptions& groups, const Labels& truth,
                               const ReportOptions& options, const TextSink& sink, const Run& run) {
  check_options<ReportOptions>(options);
  return api::on_own_thread(run, [&] {
    MadeTableReport made = make_table_report(source, clustering::read_named_table(table, groups.by),
                                             table, true, truth, options, run);
    visual::write_report_file(made.texts, title_of_file(report_title(options, source.inputs)),
                              sink);
    return std::move(made.shown);
  });
}

struct ReportSite::State {
  input::Source source;
  clustering::ClusterRun run;
  TableReport shown;
  std::string html;
  std::string data;
  std::string pages;
  std::vector<std::string> lists;  // by template
};

ReportSite::ReportSite(const Source& source, const PageTable& table, const Labels& truth,
                       const ReportOptions& options, const Run& run)
    : state_(std::make_unique<State>()) {
  check_options<ReportOptions>(options);
  api::on_own_thread(run, [&] {
    MadeTableReport made = make_table_report(source, table, table.file, false, truth, options, run);
    State& state = *state_;
    state.source = std::move(made.source);
    state.run = std::move(made.found.run);
    state.shown = std::move(made.shown);
    state.html = fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n{}<title>{}</title>\n"
        "<link rel=\"stylesheet\" href=\"/app.css\">\n</head>\n<body>\n<div id=\"app\"></div>\n"
        "<script src=\"/app.js\"></script>\n</body>\n</html>\n",
        visual::icon_element(),
        visual::escape_html(title_of_file(report_title(options, source.inputs))));
    state.data = codec::gzip_member(made.texts.data);
    state.pages = codec::gzip_member(made.texts.pages());
    for (const std::string& list : made.texts.lists) {
      state.lists.push_back(codec::gzip_member(list));
    }
    return true;
  });
}
ReportSite::~ReportSite() = default;
ReportSite::ReportSite(ReportSite&&) noexcept = default;
ReportSite& ReportSite::operator=(ReportSite&&) noexcept = default;

const TableReport& ReportSite::shown() const { return state_->shown; }
const std::string& ReportSite::html() const { return state_->html; }
std::string_view ReportSite::script() { return visual::script_asset(); }
std::string_view ReportSite::style() { return visual::style_asset(); }
const std::string& ReportSite::data() const { return state_->data; }
const std::string& ReportSite::pages() const { return state_->pages; }

const std::string* ReportSite::pages_of(std::size_t number) const {
  return number < state_->lists.size() ? &state_->lists[number] : nullptr;
}

std::optional<std::string> ReportSite::stored_page(const std::string& id) const {
  const std::optional<PageId> page = state_->run.ids.find(id);
  if (!page) return std::nullopt;
  return reading::read_text(state_->source, id, state_->run.origins, *page);
}

void write_report(const Source& source, const CoverageResult& coverage,
                  const CoverageOptions& compared, const ReportOptions& options,
                  const TextSink& sink, const Run& run) {
  check_options<ReportOptions>(options);
  api::on_own_thread(run, {{"drawing"}}, [&](Progress& drawing) {
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
  api::on_own_thread(run, {{"drawing"}}, [&](Progress& drawing) {
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
