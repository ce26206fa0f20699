// pagekin classify: name each page's template, or none.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "pagekin/classify.h"
#include "pagekin/text.h"

#include "cli/command.h"
#include "cli/fail_on.h"
#include "cli/input_options.h"
#include "cli/library_options.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/run_progress.h"
#include "cli/run_summary.h"

namespace pagekin::cli {
namespace {

struct ClassifyFlags {
  InputOptions input;
  std::string model;
  ClassTableOptions table;
  std::string output;
  std::string columns = words_of(kUsualClassColumns, ",");
  std::vector<std::string> fail_on;
};

// Pages of the templates of an index are taken for none in one of 25 cases
// (docs/decisions/0020-pages-of-no-template.md), so a larger share means something else. Models
// have no such rate: some measures accept few pages.
constexpr std::uint64_t kManyNone = 10;  // one page in ten
constexpr std::uint64_t kFewestNone = 3;
constexpr std::size_t kCausesOfAlarm = 5;  // that are shown

// Says that the pages seem to have other templates than the index.
void warn_of_none(const ClassifyResult& result, const std::string& index) {
  const std::uint64_t pages = result.counts.used;
  if (result.none < kFewestNone || result.none * kManyNone <= pages) return;
  fmt::print(stderr,
             "pagekin: warning: {} of {} pages ({} %) are like no template of {}\n"
             "The site may have changed, or the pages are of kinds that it lacks.\n"
             "'pagekin diff {} NEW' shows which templates are new or changed;\n"
             "'pagekin cluster NEW --index {}' adds them.\n",
             with_commas(result.none), with_commas(pages), percent(result.none, pages), index,
             index, index);
}

// Says that templates look redesigned.
void warn_of_redesigns(const std::vector<TemplateDrift>& drifts, const std::string& index) {
  for (const TemplateDrift& drift : drifts) {
    if (!drift.is_redesign) continue;
    std::string causes;
    for (std::size_t i = 0; i < std::min(kCausesOfAlarm, drift.causes.size()); ++i) {
      causes += fmt::format("\n  {}", printable(drift.causes[i]));
    }
    fmt::print(stderr,
               "pagekin: warning: template {} looks redesigned (drift {:.2f}, {} pages at its "
               "addresses, {} recognised):{}\n"
               "'pagekin diff {} NEW' shows more.\n",
               printable(drift.template_id.text()), drift.drift, with_commas(drift.at_addresses),
               with_commas(drift.pages), causes, index);
  }
}

int run_classify(const ClassifyFlags& options) {
  const FailOn fail_on(options.fail_on, {{"none"}, {"failed"}, {"redesign", false}});
  ClassTableOptions columns = options.table;
  columns.columns = as_usage([&] { return parse_class_columns(options.columns); });
  TableOutput table{.format = table_format_of(options.output)};
  Output output(options.output);  // before the work: a bad path should not cost a run
  table.lines = output.sink();
  RunProgress progress(options.input.quiet);
  const Classifier classifier(options.model, progress.run({.threads = options.input.threads}));
  ErrorLog errors(options.input);
  const ClassifyResult result = errors.during([&] {
    return classifier.write(
        options.input.source(), table, columns,
        progress.run({.threads = options.input.threads, .incident = std::ref(errors)}));
  });
  progress.stop();
  output.finish();
  if (!options.input.quiet) fmt::print(stderr, "{}", result.summary);
  if (classifier.kind() == ClassifierKind::kIndex) {
    warn_of_redesigns(result.drifts, printable(options.model));
    warn_of_none(result, printable(options.model));
  }
  run_summary().pages(result.counts);
  run_summary().result("none", result.none);
  run_summary().result("templates", result.templates);
  for (const TemplatePages& template_pages : result.found) run_summary().found(template_pages);
  run_summary().seconds("reading", result.seconds);
  const auto redesigns =
      static_cast<std::uint64_t>(std::ranges::count_if(result.drifts, &TemplateDrift::is_redesign));
  run_summary().result("redesigns", redesigns);
  for (const TemplateDrift& drift : result.drifts) run_summary().drift(drift);
  const bool is_redesigned = redesigns > 0 && fail_on.has("redesign");
  if (is_redesigned) {
    const std::string text = fmt::format("{} template{} redesigned", with_commas(redesigns),
                                         redesigns == 1 ? " looks" : "s look");
    fmt::print(stderr, "pagekin: --fail-on: {}\n", text);
    run_summary().condition("redesign: " + text);
  }
  const bool many_none =
      fail_on.is_met("none", result.none, result.counts.used, "have no template");
  const bool many_failed = fail_on.is_met("failed", count_failed(result.counts),
                                          result.counts.read(), "could not be read");
  return many_none || many_failed || is_redesigned ? kConditionMet : 0;
}

std::function<int()> declare_classify(OptionTable& table) {
  const auto options = std::make_shared<ClassifyFlags>();
  add_input_options(table, options->input);
  table
      .add("--model", options->model,
           "a model of 'pagekin train', or an index of 'pagekin cluster --index', which gives "
           "template ids")
      .required();
  add_library_option(table, "decide", options->table);
  table.add("-o,--output", options->output,
            "write a table to " + file_endings() + "; TSV on standard output otherwise");
  add_library_option<ClassTableOptions>(table, option_text<ClassTableOptions>("columns"),
                                        options->columns);
  table
      .add("--fail-on", options->fail_on,
           "end with status 3 if pages have no template (none) or cannot be read (failed), or if "
           "more than a share do: none=5%,failed=1%; redesign: if a template looks redesigned")
      .repeated();
  return [options] { return run_classify(*options); };
}

}  // namespace

Command classify() {
  return {.name = "classify",
          .summary = "name each page's template, or none",
          .examples =
              "  pagekin classify new.warc.gz --model site.model -o templates.tsv\n"
              "  pagekin classify site/ --model site.model --decision all\n"
              "  pagekin classify tuesday.warc.gz --model site.index --fail-on none=5%",
          .declare = declare_classify};
}

}  // namespace pagekin::cli
