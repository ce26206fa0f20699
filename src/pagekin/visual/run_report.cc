#include "pagekin/visual/run_report.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "pagekin/clustering/template_models.h"
#include "pagekin/core/error.h"
#include "pagekin/core/stopwatch.h"
#include "pagekin/core/text.h"
#include "pagekin/input/input_name.h"
#include "pagekin/picture/shared_start.h"
#include "pagekin/reading/read_pictures.h"
#include "pagekin/store/crawl_store.h"
#include "pagekin/url/page_shape.h"
#include "pagekin/visual/screenshots.h"

namespace pagekin {

void check_options(const ReportOptions& options) {
  check_options<ReportOptions>(options);
  if (options.screenshots) visual::Browser(options.browser);
}

std::string report_title(const ReportOptions& options, const std::vector<std::string>& inputs) {
  if (!options.title.empty()) return options.title;
  if (inputs.empty()) return "pages";
  const input::InputName named = input::parse_input_name(inputs.front());
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
  if (inputs.size() > 1) title += fmt::format(" and {} more", inputs.size() - 1);
  return title;
}

namespace visual {
namespace {

constexpr std::size_t kMostScreenshots = 60;
constexpr std::size_t kMostSkeletonPages = 20;  // of a compared template

// Style sheets that hide what the shown pages share at their start.
std::vector<std::string> styles_of(const PageIds& ids, const std::vector<PageId>& shown,
                                   const std::vector<std::string>& texts) {
  std::vector<std::string> hosts;
  for (const PageId page : shown) hosts.push_back(url::page_host(ids[page]));
  std::vector<picture::StartedPage> pages;
  for (std::size_t i = 0; i < shown.size(); ++i) pages.push_back({texts[i], hosts[i]});
  return picture::hide_shared_starts(pages);
}

}  // namespace

ReportFacts report_facts(const ReportOptions& options, const std::vector<std::string>& inputs) {
  ReportFacts facts;
  facts.title = report_title(options, inputs);
  facts.command = options.command;
  for (const std::string& name : inputs) facts.inputs.push_back(store::shown_name(name));
  facts.made = options.made;
  return facts;
}

clustering::Drawing report_drawing(const ReportOptions& options,
                                   const clustering::ClusterRun& run) {
  return {.choose = [&run, representatives = static_cast<std::size_t>(options.representatives)](
                        const describe::Description& description) {
    return sample_of(run, description, representatives).pages();
  }};
}

MadeReport make_report(const ReportOptions& options, const input::Source& source,
                       const clustering::ClusterRun& run, const describe::Description& description,
                       const clustering::Drawing& drawing, ReportExtras extras) {
  const Stopwatch watch;
  std::string note;
  std::size_t failed = 0;
  const auto representatives = static_cast<std::size_t>(options.representatives);
  const reading::PictureSample sample = sample_of(run, description, representatives);
  const std::vector<TemplateData> data = read_template_data(source, run, sample.pages());
  ClusterReport report{.run = &run,
                       .description = &description,
                       .sample = &sample,
                       .pictures = drawing.pictures,
                       .representatives = representatives,
                       .template_labels = extras.template_labels,
                       .truth = extras.truth,
                       .dendrogram = extras.dendrogram,
                       .dendrogram_cut = extras.dendrogram_cut,
                       .dendrogram_note = extras.dendrogram_note,
                       .questions = extras.questions,
                       .data = data,
                       .screenshots = {}};
  if (options.screenshots) {
    const std::vector<PageId> shown = typical_pages(report, kMostScreenshots);
    const std::vector<std::string> texts = reading::read_texts(source, run.pages_before(), shown);
    const std::vector<std::string> styles = styles_of(run.ids, shown, texts);
    Browser browser(options.browser);
    std::string first_fault;
    for (std::size_t i = 0; i < shown.size(); ++i) {
      Browser::Picture picture = browser.screenshot(texts[i], styles[i]);
      if (!picture.png.empty()) {
        report.screenshots.emplace(shown[i], std::move(picture.png));
      } else if (failed++ == 0) {
        first_fault = std::move(picture.fault);
      }
    }
    if (failed > 0) {
      note = fmt::format("screenshots {} of {} could not be made: {}; these have wireframes\n",
                         failed, shown.size(), printable(first_fault));
    }
  }
  ReportFacts facts = report_facts(options, source.inputs);
  facts.parameters = std::move(extras.parameters);
  if (!run.caution.empty()) facts.parameters.emplace_back("caution", run.caution);
  facts.counts = run.counts;
  facts.incidents = std::move(extras.incidents);
  if (facts.made != 0) {
    facts.seconds = std::move(extras.seconds);
    facts.seconds.emplace_back("report", watch.seconds());
  }
  return {.texts = report_texts(report, facts),
          .pictures = {.screenshots = report.screenshots.size(),
                       .failed_screenshots = failed,
                       .note = std::move(note)}};
}

ReportTexts make_report(const input::Source& source, const Comparison& comparison,
                        const std::vector<std::string>& before, const std::vector<std::string>& now,
                        const ReportFacts& facts, Progress* progress) {
  struct Side {
    std::optional<reading::PictureSample> sample;
    std::vector<picture::PagePicture> pictures;
    std::vector<skeleton::TemplateModel> models;
    SidePictures view() const { return {sample ? &*sample : nullptr, pictures, models}; }
  };
  const auto read = [&](const ComparedSide& side, const std::vector<std::string>& inputs) {
    Side result;
    if (side.ids == nullptr) return result;
    input::Source from = source;
    from.inputs = inputs;
    try {
      clustering::check_readable_twice(from);
    } catch (const OptionError&) {
      return result;  // reported without pictures
    }
    result.sample = sample_of(comparison, side);
    const clustering::GroupedPages pages = pages_of(comparison, side);
    result.pictures =
        reading::read_pictures(from, pages.pages_before(), result.sample->pages(), progress);
    result.models.resize(pages.all.size());
    if (side.has_others) return result;  // which pages of a template can be read is not known
    result.models = clustering::learn_models(
        {.source = from, .most_pages = kMostSkeletonPages, .option = {}}, pages, progress);
    return result;
  };
  const Side old_side = read(comparison.before, before);
  const Side new_side = read(comparison.now, now);
  return report_texts(comparison, old_side.view(), new_side.view(), facts);
}

}  // namespace visual
}  // namespace pagekin
