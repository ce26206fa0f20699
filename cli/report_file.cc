#include "cli/report_file.h"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "pagekin/core/stopwatch.h"
#include "pagekin/core/text.h"
#include "pagekin/core/time.h"
#include "pagekin/input/input_name.h"
#include "pagekin/pipeline/describe_pages.h"
#include "pagekin/pipeline/read_pictures.h"
#include "pagekin/store/crawl_store.h"
#include "pagekin/visual/report_file.h"

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/options.h"
#include "cli/run_summary.h"
#include "cli/screenshots.h"

namespace pagekin::cli {
namespace {

constexpr std::size_t kMostScreenshots = 60;

// Whoever wants the same bytes from every run sets this variable (reproducible-builds.org).
bool wants_no_times() {
  return std::getenv("SOURCE_DATE_EPOCH") != nullptr;  // NOLINT(concurrency-mt-unsafe)
}

}  // namespace

void add_report_options(OptionTable& table, ReportOptions& options, bool of_two_crawls) {
  table.group("Report");
  table.add("--title", options.title, "the name of the report; that of the inputs otherwise")
      .value("TITLE");
  if (of_two_crawls) {
    table.group("");
    return;
  }
  table
      .add("--representatives", options.representatives,
           "pages that the report shows of a template: the most typical one, then the most "
           "different ones")
      .range(1, 12)
      .show_default();
  table.add("--screenshots", options.screenshots,
            "show screenshots of the largest 60 templates instead of wireframes; needs Chromium, "
            "which gets the stored pages without network and scripts");
  table
      .add("--browser", options.browser,
           "the program for --screenshots; chromium or google-chrome is searched otherwise")
      .value("PROGRAM");
  table.group("");
}

void IncidentList::operator()(const Incident& incident) {
  if (incidents_.size() < visual::kMostIncidents) incidents_.push_back(incident);
  (*log_)(incident);
}

std::string report_title(const ReportOptions& options, const InputOptions& input) {
  if (!options.title.empty()) return options.title;
  if (input.inputs.empty()) return "pages";
  const input::InputName named = input::parse_input_name(input.inputs.front());
  if (named.is_stdin()) return "standard input";
  const std::string first = store::shown_name(named.path);
  std::string_view name = first;
  while (name.ends_with('/')) name.remove_suffix(1);
  name = name.substr(name.rfind('/') + 1);
  for (const std::string_view ending : {".gz", ".zst", ".br"}) {
    if (name.ends_with(ending)) name.remove_suffix(ending.size());
  }
  for (const std::string_view ending : {".warc", ".wacz", ".jsonl", ".html", ".htm", ".db", ".txt",
                                        ".parquet", ".arrow", ".feather", ".cdxj", ".tsv"}) {
    if (name.ends_with(ending)) name.remove_suffix(ending.size());
  }
  std::string title(name.empty() ? std::string_view("pages") : name);
  if (input.inputs.size() > 1) title += fmt::format(" and {} more", input.inputs.size() - 1);
  return title;
}

visual::ReportFacts report_facts(const ReportOptions& options, const InputOptions& input) {
  visual::ReportFacts facts;
  facts.title = report_title(options, input);
  facts.command = command_line();
  for (const std::string& name : input.inputs) facts.inputs.push_back(store::shown_name(name));
  facts.made = wants_no_times() ? 0 : now_in_seconds();
  return facts;
}

pipeline::Drawing report_drawing(const ReportOptions& options, const pipeline::ClusterRun& run) {
  return {.choose = [&run, representatives = static_cast<std::size_t>(options.representatives)](
                        const describe::Description& description) {
    return visual::sample_of(run, description, representatives).pages();
  }};
}

visual::ReportTexts make_report(const ReportOptions& options, const InputOptions& input,
                                const pipeline::ClusterRun& run,
                                const describe::Description& description,
                                const pipeline::Drawing& drawing, ReportExtras extras) {
  const Stopwatch watch;
  const auto representatives = static_cast<std::size_t>(options.representatives);
  const pipeline::PictureSample sample = visual::sample_of(run, description, representatives);
  visual::ClusterReport report{.run = &run,
                               .description = &description,
                               .sample = &sample,
                               .pictures = drawing.pictures,
                               .representatives = representatives,
                               .template_labels = extras.template_labels,
                               .truth = extras.truth,
                               .dendrogram = extras.dendrogram,
                               .dendrogram_cut = extras.dendrogram_cut,
                               .dendrogram_note = extras.dendrogram_note,
                               .screenshots = {}};
  if (options.screenshots) {
    const std::vector<PageId> shown = visual::typical_pages(report, kMostScreenshots);
    const std::vector<std::string> texts =
        pipeline::read_texts(input.source(), run.ids, shown, nullptr);
    Browser browser(options.browser);
    std::size_t failed = 0;
    std::string first_fault;
    for (std::size_t i = 0; i < shown.size(); ++i) {
      Browser::Picture picture = browser.screenshot(texts[i]);
      if (!picture.png.empty()) {
        report.screenshots.emplace(shown[i], std::move(picture.png));
      } else if (failed++ == 0) {
        first_fault = std::move(picture.fault);
      }
    }
    run_summary().result("screenshots", report.screenshots.size());
    run_summary().result("failed_screenshots", failed);
    if (failed > 0 && !input.quiet) {
      fmt::print(stderr, "screenshots {} of {} could not be made: {}; these have wireframes\n",
                 failed, shown.size(), printable(first_fault));
    }
  }
  visual::ReportFacts facts = report_facts(options, input);
  facts.parameters = std::move(extras.parameters);
  facts.counts = run.counts;
  facts.incidents = std::move(extras.incidents);
  if (facts.made != 0) {
    facts.seconds = std::move(extras.seconds);
    facts.seconds.emplace_back("report", watch.seconds());
  }
  return visual::report_texts(report, facts);
}

visual::ReportTexts make_report(const ReportOptions& options, const InputOptions& input,
                                const visual::Comparison& comparison,
                                const std::vector<std::string>& before,
                                const std::vector<std::string>& now, visual::ReportFacts facts,
                                Progress* progress) {
  struct Side {
    std::optional<pipeline::PictureSample> sample;
    std::vector<picture::PagePicture> pictures;
    visual::SidePictures view() const { return {sample ? &*sample : nullptr, pictures}; }
  };
  const auto read = [&](const visual::ComparedSide& side, const std::vector<std::string>& inputs) {
    Side result;
    if (side.ids == nullptr) return result;
    try {
      pipeline::check_readable_twice({.inputs = inputs, .reading = input.read});
    } catch (const OptionError&) {
      return result;  // reported without pictures
    }
    result.sample = visual::sample_of(comparison, side);
    input::Source source = input.source();
    source.inputs = inputs;
    result.pictures = pipeline::read_pictures(source, *side.ids, result.sample->pages(), progress);
    return result;
  };
  const Side old_side = read(comparison.before, before);
  const Side new_side = read(comparison.now, now);
  (void)options;
  return visual::report_texts(comparison, old_side.view(), new_side.view(), facts);
}

ReportFile::ReportFile(const ReportOptions& options) : path_(options.file) {
  if (options.file.empty()) return;
  if (!options.file.ends_with(".html") && !options.file.ends_with(".htm") &&
      options.file != "/dev/null") {
    throw UsageError("a report is FILE.html, got '" + options.file + "'");
  }
  if (options.screenshots) as_usage([&] { return Browser(options.browser); });
  output_ = std::make_unique<Output>(options.file);
}

void ReportFile::write(const visual::ReportTexts& texts, const std::string& title) {
  if (!output_) return;
  visual::write_report_file(texts, title + " - pagekin",
                            [&](std::string_view bytes) { output_->write(bytes); });
  output_->finish();
}

}  // namespace pagekin::cli
