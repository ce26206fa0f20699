// pagekin pages: the pages of chosen templates, listed or copied.

#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "pagekin/page_list.h"
#include "pagekin/text.h"

#include "cli/command.h"
#include "cli/input_options.h"
#include "cli/library_options.h"
#include "cli/options.h"
#include "cli/page_output.h"

namespace pagekin::cli {
namespace {

struct PagesFlags {
  std::string clusters;
  InputOptions input;
  PageOutputOptions output;
  TableOptions groups;
  PageChoice choice;
};

int run_pages(const PagesFlags& options) {
  if (options.choice.templates.empty() && options.choice.not_templates.empty()) {
    throw UsageError("pages needs --template or --not-template, such as --template 3,5");
  }
  const PageTable table = read_page_table(options.clusters, options.groups);
  const ChosenPages chosen = as_usage([&] { return choose_pages(table, options.choice); });
  PageOutputOptions form = options.output;
  form.unique = options.choice.unique;
  PageOutput output("pages", form, options.input, /*is_sample=*/false);
  std::vector<ListedPage> pages;
  pages.reserve(chosen.rows.size());
  for (const std::size_t row : chosen.rows) pages.push_back(listed_page(table, table.rows[row]));
  if (pages.empty()) throw InputError("no page of " + printable(table.file) + " is chosen");
  const std::size_t count = pages.size();
  const ListFact facts[] = {{"all_pages", table.rows.size()},
                            {"all_templates", table.groups.size()}};
  const int status = output.write(std::move(pages), facts);
  if (!options.input.quiet) {
    fmt::print(stderr, "chosen    {} of {} ({} %), of {} of {}\n", with_commas(count),
               plural(table.rows.size(), "page", "pages"), percent(count, table.rows.size()),
               with_commas(chosen.templates), plural(table.groups.size(), "template", "templates"));
  }
  return status;
}

std::function<int()> declare_pages(OptionTable& table) {
  const auto options = std::make_shared<PagesFlags>();
  add_clusters_input(table, options->clusters);
  add_input_options(table, options->input, /*required=*/false);
  add_library_options(table, options->choice);
  add_library_options(table, options->groups);
  add_page_output_options(table, options->output);
  return [options] { return run_pages(*options); };
}

}  // namespace

Command pages() {
  return {.name = "pages",
          .summary = "list or copy the pages of chosen templates",
          .examples =
              "  pagekin pages clusters.tsv --template 3\n"
              "  pagekin pages clusters.tsv crawl.warc.gz --template 3,5 -o products.warc.gz\n"
              "  pagekin pages clusters.tsv crawl.warc.gz --template 3 --unique -o products/\n"
              "  pagekin pages clusters.tsv crawl.warc.gz --not-template 7 -o clean.warc.gz\n"
              "\n"
              "Records of WARC files are copied byte by byte. A folder gets one file a page,\n"
              "and pages.tsv, which names the page of each file. Chosen pages that are not in\n"
              "the inputs are an error.",
          .declare = declare_pages};
}

}  // namespace pagekin::cli
