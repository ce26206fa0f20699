#include "cli/page_output.h"

#include <cstdio>

#include <fmt/format.h>

#include "pagekin/text.h"

#include "cli/command.h"
#include "cli/options.h"
#include "cli/run_on_inputs.h"
#include "cli/run_summary.h"

namespace pagekin::cli {

void add_page_output_options(OptionTable& table, PageOutputOptions& options) {
  table
      .add("--format", options.format,
           "urls (one page id a line), tsv, csv, jsonl, parquet, json, or copies of the pages: "
           "warc, "
           "files; "
           "without it, by the ending of the output, and urls on standard output")
      .one_of({"urls", "tsv", "csv", "jsonl", "parquet", "json", "warc", "files"});
  table.add("-o,--output", options.output,
            "write to this file; FILE.warc.gz, FILE.warc and FOLDER/ get copies of the pages");
}

PageOutput::PageOutput(std::string_view command, const PageOutputOptions& options,
                       const InputOptions& input, bool is_sample)
    : options_(&options), input_(&input), is_sample_(is_sample) {
  const CopyKind by_name = copy_kind_of(options.output);
  const bool to_warc =
      options.format == "warc" || (options.format.empty() && by_name == CopyKind::kWarc);
  const bool to_folder =
      options.format == "files" || (options.format.empty() && by_name == CopyKind::kFolder);
  if (to_warc && by_name != CopyKind::kWarc) {
    throw UsageError("--format warc needs -o FILE.warc.gz or FILE.warc");
  }
  if (to_folder && (options.output.empty() || options.output == "-")) {
    throw UsageError("--format files needs -o FOLDER");
  }
  const bool reads_pages = to_warc || to_folder || options.unique;
  if (reads_pages && input.inputs.empty()) {
    throw UsageError(
        fmt::format("{} needs the pages: name the inputs after the table, as in "
                    "'pagekin {} clusters.tsv crawl.warc.gz'",
                    options.unique ? "--unique" : "a copy", command));
  }
  if (!reads_pages && !input.inputs.empty()) {
    throw UsageError(
        fmt::format("{} reads pages only to copy them (-o FILE.warc.gz or FOLDER/){}, "
                    "got the input '{}'",
                    command, is_sample ? "" : " and for --unique",
                    printable(without_password(input.inputs.front()))));
  }
  if (to_warc) {
    copies_ = copy_to_warc(options.output);
  } else if (to_folder) {
    copies_ = as_usage([&] { return copy_to_folder(options.output); });
  } else {
    if (!options.format.empty()) {
      format_ = *list_format_of_word(options.format);
      const auto by_ending = format_of_name(options.output);
      if (by_ending && by_ending->table == format_.table.table) format_.table = *by_ending;
    } else {
      const auto format = list_format_of_name(options.output);
      const std::size_t slash = options.output.rfind('/');
      const bool has_ending =
          options.output.find('.', slash == std::string::npos ? 0 : slash) != std::string::npos;
      if (has_ending && !format) {
        throw UsageError("-o takes FILE.txt, .json, .warc, .warc.gz, FOLDER/, or a table: " +
                         file_endings() + ", got '" + options.output + "'");
      }
      format_ = format.value_or(ListFormat{});
    }
    list_ = std::make_unique<Output>(options.output);
  }
}

// Reads the inputs, copies the pages, and drops those that are not kept from the list.
int PageOutput::find(std::vector<ListedPage>& pages) {
  std::vector<std::string_view> ids;
  ids.reserve(pages.size());
  for (const ListedPage& page : pages) ids.push_back(page.page);
  const FoundPages found = run_on_inputs(*input_, [&](const Run& run) {
    return find_pages(input_->source(), ids, options_->unique, copies_.get(), run);
  });
  if (copies_) copies_->finish();
  run_summary().pages(found.counts);
  run_summary().result("missing", found.missing);
  std::string_view missing;
  std::vector<ListedPage> kept;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (found.kept[i]) kept.push_back(pages[i]);
    if (!found.found[i] && missing.empty()) missing = pages[i].page;
  }
  pages = std::move(kept);
  if (!input_->quiet) {
    fmt::print(stderr, "inputs    {}\n", describe_counts(found.counts, "usable"));
    if (options_->unique) {
      fmt::print(stderr, "unique    {} equal to another one left out\n",
                 plural(found.repeated, "page", "pages"));
    }
    if (copies_) {
      fmt::print(stderr, "copied    {} to {}\n", plural(pages.size(), "page", "pages"),
                 printable(options_->output));
      if (copies_->rewritten() > 0) {
        fmt::print(stderr,
                   "          {} written anew, because the record could not be copied as it is\n",
                   with_commas(copies_->rewritten()));
      }
    }
  }
  if (found.missing == 0) return 0;
  fmt::print(stderr, "pagekin: {} of {} chosen pages are not in the inputs, such as {}\n",
             with_commas(found.missing), with_commas(ids.size()), printable(missing));
  return kFailed;
}

int PageOutput::write(std::vector<ListedPage> pages, std::span<const ListFact> facts) {
  int status = 0;
  if (copies_ || options_->unique) status = find(pages);
  run_summary().result("chosen", pages.size());
  if (list_) {
    write_page_list(pages, facts, format_, is_sample_, list_->sink());
    list_->finish();
  }
  return status;
}

}  // namespace pagekin::cli
