// pagekin pages: the pages of chosen templates, listed or copied.

#include <algorithm>
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
#include "cli/options.h"
#include "cli/page_output.h"

namespace pagekin::cli {
namespace {

struct PagesFlags {
  std::string clusters;
  InputOptions input;
  PageOutputOptions output;
  std::string by;
  std::vector<std::string> templates;
  std::vector<std::string> not_templates;
};

// Which groups of a table are chosen.
class Choice {
 public:
  // Throws UsageError for a template that the table does not have.
  Choice(const PageTable& table, const PagesFlags& options)
      : table_(&table), chosen_(table.groups.size() + 1, options.templates.empty()) {
    mark("--template", options.templates, true);
    mark("--not-template", options.not_templates, false);
  }

  bool has(const PageTableRow& row) const {
    return chosen_[row.group == kNoPageGroup ? chosen_.size() - 1 : row.group];
  }
  std::size_t templates() const {
    return static_cast<std::size_t>(std::count(chosen_.begin(), chosen_.end() - 1, true));
  }

 private:
  void mark(const std::string& option, const std::vector<std::string>& lists, bool value) {
    for (const std::string& list : lists) {
      for (const std::string& word : split_list(list)) {
        if (!word.empty()) mark_one(option, word, value);
      }
    }
  }

  void mark_one(const std::string& option, const std::string& word, bool value) {
    bool is_found = word == "none" || word == "0";
    if (is_found) chosen_.back() = value;
    for (std::size_t i = 0; i < table_->groups.size(); ++i) {
      const PageTableGroup& group = table_->groups[i];
      if (group.id != word && group.name != word && group.given_name != word) continue;
      chosen_[i] = value;
      is_found = true;
    }
    if (is_found) return;
    constexpr std::size_t shown_at_most = 10;
    std::vector<std::string> ids;
    for (const PageTableGroup& group : table_->groups) ids.push_back(printable(group.id));
    std::ranges::sort(ids, [](const std::string& a, const std::string& b) {
      return std::pair(a.size(), a) < std::pair(b.size(), b);
    });
    std::string shown;
    for (std::size_t i = 0; i < std::min(ids.size(), shown_at_most); ++i) {
      shown += (i == 0 ? "" : ", ") + ids[i];
    }
    if (ids.size() > shown_at_most)
      shown += fmt::format(" and {} more", ids.size() - shown_at_most);
    throw UsageError(fmt::format("{} {}: {} has no {} of that id or name; it has {}", option,
                                 printable(word), printable(table_->file),
                                 printable(table_->column), shown.empty() ? "none" : shown));
  }

  const PageTable* table_;
  std::vector<bool> chosen_;  // by group; the last one is for pages that were left out
};

int run_pages(const PagesFlags& options) {
  if (options.templates.empty() && options.not_templates.empty()) {
    throw UsageError("pages needs --template or --not-template, such as --template 3,5");
  }
  const PageTable table = read_page_table(options.clusters, options.by);
  const Choice choice(table, options);
  PageOutput output("pages", options.output, options.input, /*is_sample=*/false);
  std::vector<ListedPage> pages;
  for (const PageTableRow& row : table.rows) {
    if (!choice.has(row)) continue;
    pages.push_back(listed_page(table, row));
  }
  if (pages.empty()) throw InputError("no page of " + printable(table.file) + " is chosen");
  const std::size_t count = pages.size();
  const ListFact facts[] = {{"all_pages", table.rows.size()},
                            {"all_templates", table.groups.size()}};
  const int status = output.write(std::move(pages), facts);
  if (!options.input.quiet) {
    fmt::print(stderr, "chosen    {} of {} ({} %), of {} of {}\n", with_commas(count),
               plural(table.rows.size(), "page", "pages"), percent(count, table.rows.size()),
               with_commas(choice.templates()),
               plural(table.groups.size(), "template", "templates"));
  }
  return status;
}

std::function<int()> declare_pages(OptionTable& table) {
  const auto options = std::make_shared<PagesFlags>();
  table
      .add(
          "clusters", options->clusters,
          "what 'pagekin cluster -o' or 'classify -o' wrote (TSV, CSV, JSON lines or Parquet, also "
          "compressed); - for standard input")
      .required();
  add_input_options(table, options->input, /*required=*/false);
  table.group("Choice");
  table
      .add("--template", options->templates,
           "the templates whose pages are wanted: ids or names with commas between them; none for "
           "pages without a template")
      .value("LIST")
      .repeated();
  table
      .add("--not-template", options->not_templates,
           "all templates but these, or of those of --template all but these")
      .value("LIST")
      .repeated();
  table
      .add("--by", options->by,
           "the column of the groups, such as variant or cluster; template, or else "
           "cluster, unless given")
      .value("COLUMN");
  table.add("--unique", options->output.unique,
            "keep only the first of pages that are equal byte by byte; reads the inputs");
  table.group("");
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
