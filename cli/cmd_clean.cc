// pagekin clean: the main text of pages.

#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "pagekin/clustering/grouped_pages.h"
#include "pagekin/core/text.h"
#include "pagekin/extraction/clean_pages.h"
#include "pagekin/extraction/extract_records.h"
#include "pagekin/records.h"
#include "pagekin/report/clean_table.h"
#include "pagekin/report/numbers.h"

#include "cli/command.h"
#include "cli/inner_source.h"
#include "cli/input_options.h"
#include "cli/library_options.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress_bar.h"
#include "cli/run_summary.h"
#include "cli/template_options.h"

namespace pagekin::cli {
namespace {

struct CleanFlags {
  InputOptions input;
  TemplateOptions templates;
  CleanOptions clean;
  std::string output;
};

table::FileFormat format_of(const std::string& path, const std::string& option) {
  if (path.empty() || path == "-") return table::TableFormat::kJsonl;
  return table_format_of(path, option);
}

// A file that is opened before the work; the columns of its table are known only later.
struct TableFile {
  TableFile(const std::string& path, const std::string& option)
      : format(format_of(path, option)), output(path) {}
  table::Sink sink() {
    return [this](std::string_view bytes) { output.write(bytes); };
  }

  table::FileFormat format;
  Output output;
};

int run_clean(const CleanFlags& options) {
  const clustering::GroupOptions groups = inner_groups(options.templates, options.input);
  TableFile output(options.output, "-o");
  std::unique_ptr<TableFile> fixed;
  if (!options.clean.fixed.empty()) {
    fixed = std::make_unique<TableFile>(options.clean.fixed, "--fixed");
  }
  // Words and order of these enums are the same.
  const extraction::CleanOptions clean{
      .source = inner_source(options.input),
      .format = static_cast<extraction::CleanFormat>(options.clean.format),
      .links = static_cast<extraction::CleanLinks>(options.clean.links),
      .keep_optional = options.clean.keep_optional,
      .keep_labels = options.clean.keep_labels,
      .comments = static_cast<maintext::CommentRule>(options.clean.comments),
      .tell_fixed = fixed != nullptr};
  ErrorLog errors(options.input);
  Progress reading;
  Progress comparing;
  Progress learning;
  Progress cleaning;
  ProgressBar bar({&reading, &comparing, &learning, &cleaning}, options.input.quiet);
  return errors.during([&] {
    const clustering::GroupedPages pages =
        clustering::group_pages(groups, std::ref(errors), &reading, &comparing);
    const extraction::CleanModels learned =
        extraction::learn_clean_models(inner_source(options.input), pages, groups.model, &learning);
    report::CleanTableWriter texts(output.format, pages, output.sink());
    std::optional<report::FixedTableWriter> parts;
    if (fixed) parts.emplace(fixed->format, pages, fixed->sink());
    const extraction::CleanRun run = extraction::clean_pages(
        clean, pages, learned,
        [&](const extraction::CleanPage& page) {
          texts.write(page);
          if (parts) parts->write(page);
        },
        nullptr, &cleaning);
    texts.finish();
    output.output.finish();
    if (parts) {
      parts->finish();
      fixed->output.finish();
    }
    bar.stop();
    run_summary().pages(run.counts);
    run_summary().result("written", run.pages);
    run_summary().result("without_template", run.without_template);
    run_summary().result("not_in_clusters", run.counts.clustered - run.pages);
    run_summary().result("whole", run.whole);
    run_summary().result("templates", pages.all.size());
    if (options.input.quiet) return 0;
    fmt::print(stderr, "pages     {}\n", pagekin::describe_counts(run.counts, "usable"));
    fmt::print(stderr, "text      {:.1f} MB before, {:.1f} MB after ({} % stayed)\n",
               static_cast<double>(run.bytes_before) / 1e6,
               static_cast<double>(run.bytes_after) / 1e6,
               report::percent(run.bytes_after, run.bytes_before));
    if (run.without_template > 0) {
      fmt::print(stderr, "none      {} without a template: cleaned without one\n",
                 report::plural(run.without_template, "page", "pages"));
    }
    if (run.pages < run.counts.clustered) {
      fmt::print(stderr, "left out  {} that the table of clusters does not have\n",
                 report::plural(run.counts.clustered - run.pages, "page", "pages"));
    }
    if (run.whole > 0) {
      fmt::print(stderr, "whole     {} with nothing but menus, or what other pages have, too\n",
                 report::plural(run.whole, "page", "pages"));
    }
    return 0;
  });
}

std::function<int()> declare_clean(OptionTable& table) {
  const auto options = std::make_shared<CleanFlags>();
  options->input.read_twice();
  add_input_options(table, options->input);
  add_template_options(table, options->templates, "what is fixed");
  add_library_options(table, options->clean);
  table.group("");
  table.add("-o,--output", options->output,
            "write a table to " + file_endings() + "; JSON lines on standard output otherwise");
  return [options] { return run_clean(*options); };
}

}  // namespace

Command clean() {
  return {
      .name = "clean",
      .summary = "write the main text of each page",
      .examples =
          "  pagekin clean site.warc.gz -o clean.jsonl\n"
          "  pagekin clean site.warc.gz --format markdown --labels -o clean.jsonl.zst\n"
          "  pagekin clean site/ -o clean.jsonl --fixed menus.jsonl\n"
          "\n"
          "Menus, footers, comments, related items, and what other pages of the site repeat go.\n"
          "Columns: page, template, title, author, date, language, address (what the page says\n"
          "of itself), kind (text, thread, data), kept (the share of its text that stayed), text.",
      .declare = declare_clean};
}

}  // namespace pagekin::cli
