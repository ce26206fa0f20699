// pagekin clean: the main text of pages.

#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pagekin/core/text.h"
#include "pagekin/pipeline/clean_pages.h"
#include "pagekin/pipeline/extract_records.h"
#include "pagekin/pipeline/grouped_pages.h"
#include "pagekin/report/numbers.h"
#include "pagekin/report/table_writer.h"
#include "pagekin/report/template_ids.h"

#include "cli/command.h"
#include "cli/input_options.h"
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
  std::string format = "text";
  std::string links = "kept";
  std::string comments = "auto";
  double keep_optional = pipeline::CleanOptions().keep_optional;
  bool labels = false;
  std::string fixed;
  std::string output;
};

table::FileFormat format_of(const std::string& path, const std::string& option) {
  if (path.empty() || path == "-") return table::TableFormat::kJsonl;
  return table_format_of(path, option);
}

pipeline::CleanFormat clean_format_of(const std::string& name) {
  if (name == "markdown") return pipeline::CleanFormat::kMarkdown;
  return name == "html" ? pipeline::CleanFormat::kHtml : pipeline::CleanFormat::kText;
}

pipeline::CleanLinks clean_links_of(const std::string& name) {
  if (name == "none") return pipeline::CleanLinks::kNone;
  return name == "absolute" ? pipeline::CleanLinks::kAbsolute : pipeline::CleanLinks::kKept;
}

maintext::CommentRule comment_rule_of(const std::string& name) {
  if (name == "keep") return maintext::CommentRule::kKeep;
  return name == "drop" ? maintext::CommentRule::kDrop : maintext::CommentRule::kByKind;
}

// A table in a file, which is opened before the work; its columns are known only later.
class TableFile {
 public:
  TableFile(const std::string& path, const std::string& option)
      : format_(format_of(path, option)), output_(path) {}
  TableFile(const TableFile&) = delete;
  TableFile& operator=(const TableFile&) = delete;

  void begin(std::initializer_list<table::Column> columns) {
    writer_.emplace(format_, columns, [this](std::string_view bytes) { output_.write(bytes); });
  }
  void row(std::initializer_list<table::Cell> cells) { writer_->row(cells); }
  void finish() {
    writer_->finish();
    output_.finish();
  }

 private:
  table::FileFormat format_;
  Output output_;
  std::optional<table::TableWriter> writer_;
};

int run_clean(const CleanFlags& options) {
  const pipeline::GroupOptions groups = options.templates.groups(options.input);
  TableFile output(options.output, "-o");
  std::unique_ptr<TableFile> fixed;
  if (!options.fixed.empty()) fixed = std::make_unique<TableFile>(options.fixed, "--fixed");
  const pipeline::CleanOptions clean{.source = options.input.source(),
                                     .format = clean_format_of(options.format),
                                     .links = clean_links_of(options.links),
                                     .keep_optional = options.keep_optional,
                                     .keep_labels = options.labels,
                                     .comments = comment_rule_of(options.comments),
                                     .tell_fixed = fixed != nullptr};
  ErrorLog errors(options.input);
  Progress reading;
  Progress comparing;
  Progress learning;
  Progress cleaning;
  ProgressBar bar({&reading, &comparing, &learning, &cleaning}, options.input.quiet);
  return errors.during([&] {
    const pipeline::GroupedPages pages =
        pipeline::group_pages(groups, std::ref(errors), &reading, &comparing);
    const pipeline::CleanModels learned =
        pipeline::learn_clean_models(options.input.source(), pages, groups.model, &learning);
    std::vector<std::string> all_ids;
    all_ids.reserve(pages.all.size());
    for (const pipeline::GroupedPages::Group& group : pages.all) all_ids.push_back(group.id);
    const report::TemplateIds ids(std::move(all_ids));
    using table::ColumnType;
    output.begin({"page",
                  ids.column(),
                  "title",
                  "author",
                  "date",
                  "language",
                  "address",
                  "kind",
                  {"kept", ColumnType::kNumber},
                  "text"});
    if (fixed) {
      fixed->begin({ids.column(), "name", {"pages", ColumnType::kInteger}, "page", "text"});
    }
    const pipeline::CleanRun run = pipeline::clean_pages(
        clean, pages, learned,
        [&](const pipeline::CleanPage& page) {
          const pipeline::GroupedPages::Group& group = pages.all[page.group];
          const maintext::Metadata& about = page.metadata;
          output.row({page.page, ids.cell(page.group), about.title, about.author, about.date,
                      about.language, about.address, maintext::to_text(page.kind), page.kept,
                      page.text});
          if (!fixed || page.fixed.empty()) return;
          fixed->row({ids.cell(page.group), group.name, group.pages, page.page, page.fixed});
        },
        nullptr, &cleaning);
    output.finish();
    if (fixed) fixed->finish();
    bar.stop();
    run_summary().pages(run.counts);
    run_summary().result("written", run.pages);
    run_summary().result("without_template", run.counts.clustered - run.pages);
    run_summary().result("whole", run.whole);
    run_summary().result("templates", pages.all.size());
    if (options.input.quiet) return 0;
    fmt::print(stderr, "pages     {}\n", pipeline::describe_counts(run.counts, "usable"));
    fmt::print(stderr, "text      {:.1f} MB before, {:.1f} MB after ({} % stayed)\n",
               static_cast<double>(run.bytes_before) / 1e6,
               static_cast<double>(run.bytes_after) / 1e6,
               report::percent(run.bytes_after, run.bytes_before));
    if (run.pages < run.counts.clustered) {
      fmt::print(stderr, "left out  {} without a template\n",
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
  table.group("Text");
  table.add("--format", options->format, "of the texts")
      .one_of({"text", "markdown", "html"})
      .show_default();
  table.add("--links", options->links, "in Markdown and HTML: only their words, or with addresses")
      .one_of({"none", "kept", "absolute"})
      .show_default();
  table
      .add("--comments", options->comments,
           "of readers, and reviews; auto keeps them where they are most of the page")
      .one_of({"auto", "keep", "drop"})
      .show_default();
  table
      .add("--keep-optional", options->keep_optional,
           "on pages that are not running text, what some pages of a template have at the same "
           "place "
           "stays if at most this share of them has it")
      .value("SHARE")
      .range(0.0, 1.0)
      .show_default();
  table.add("--labels", options->labels,
            "also keep a label whose value stays: 'Price:' before '$12'");
  table
      .add("--fixed", options->fixed,
           "write what is fixed in each template, once a template, to " + file_endings())
      .value("FILE");
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
