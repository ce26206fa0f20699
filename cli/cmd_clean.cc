// pagekin clean: the main text of pages.

#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "pagekin/records.h"
#include "pagekin/text.h"

#include "cli/command.h"
#include "cli/input_options.h"
#include "cli/library_options.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/run_on_inputs.h"
#include "cli/run_summary.h"

namespace pagekin::cli {
namespace {

struct CleanFlags {
  InputOptions input;
  CleanOptions clean;
  std::string output;
};

FileFormat format_of(const std::string& path, const std::string& option) {
  return path.empty() || path == "-" ? TableFormat::kJsonl : table_format_of(path, option);
}

int run_clean(const CleanFlags& options) {
  CleanOptions clean = options.clean;
  as_usage([&] { check_options(clean.templates); });
  clean.fixed.clear();
  TableOutput texts{.format = format_of(options.output, "-o")};
  TableOutput parts{.format = format_of(options.clean.fixed, "--fixed")};
  Output output(options.output);  // before the work: a bad path should not cost a run
  texts.lines = output.sink();
  std::optional<Output> fixed;
  if (!options.clean.fixed.empty()) {
    fixed.emplace(options.clean.fixed);
    parts.lines = fixed->sink();
  }
  const CleanResult result = run_on_inputs(options.input, [&](const Run& run) {
    return write_clean_pages(options.input.source(), clean, texts, run, parts);
  });
  output.finish();
  if (fixed) fixed->finish();
  const std::uint64_t not_in_clusters = result.counts.used - result.pages;
  run_summary().pages(result.counts);
  run_summary().result("written", result.pages);
  run_summary().result("without_template", result.without_template);
  run_summary().result("not_in_clusters", not_in_clusters);
  run_summary().result("whole", result.whole);
  run_summary().result("templates", result.templates);
  run_summary().caution(result.caution);
  if (options.input.quiet) return 0;
  fmt::print(stderr, "pages     {}\n", describe_counts(result.counts, "usable"));
  fmt::print(stderr, "text      {:.1f} MB before, {:.1f} MB after ({} % stayed)\n",
             static_cast<double>(result.bytes_before) / 1e6,
             static_cast<double>(result.bytes_after) / 1e6,
             percent(result.bytes_after, result.bytes_before));
  if (result.without_template > 0) {
    fmt::print(stderr, "none      {} without a template: cleaned without one\n",
               plural(result.without_template, "page", "pages"));
  }
  if (not_in_clusters > 0) {
    fmt::print(stderr, "left out  {} that the table of clusters does not have\n",
               plural(not_in_clusters, "page", "pages"));
  }
  if (result.whole > 0) {
    fmt::print(stderr, "whole     {} with nothing but menus, or what other pages have, too\n",
               plural(result.whole, "page", "pages"));
  }
  fmt::print(stderr, "{}", describe_caution(result.caution));
  return 0;
}

std::function<int()> declare_clean(OptionTable& table) {
  const auto options = std::make_shared<CleanFlags>();
  options->input.read_twice();
  add_input_options(table, options->input);
  add_library_options(table, options->clean.templates);
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
          "Drops menus, footers, comments, related items, and what other pages of the site\n"
          "repeat.\n"
          "Columns: page, template, title, author, date, language, address (what the page says\n"
          "of itself), kind (text, thread, data), kept (the share of its text that stayed), text.",
      .declare = declare_clean};
}

}  // namespace pagekin::cli
