// pagekin sample: some pages of every template.

#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "pagekin/sample.h"
#include "pagekin/text.h"

#include "cli/command.h"
#include "cli/input_options.h"
#include "cli/library_options.h"
#include "cli/options.h"
#include "cli/page_output.h"

namespace pagekin::cli {
namespace {

struct SampleFlags {
  std::string clusters;
  InputOptions input;
  PageOutputOptions output;
  TableOptions groups;
  SampleOptions sample;
};

void print_sample(const PageTable& table, const SampleResult& sample) {
  std::size_t counts[3] = {};
  for (const SampledPage& page : sample.pages) {
    ++counts[static_cast<std::size_t>(page.drawn)];
  }
  fmt::print(stderr, "sample    {} of {} ({} %): {}, {} random", with_commas(sample.pages.size()),
             plural(table.rows.size(), "page", "pages"),
             percent(sample.pages.size(), table.rows.size()),
             plural(counts[0], "representative", "representatives"), with_commas(counts[1]));
  if (counts[2] > 0) fmt::print(stderr, ", {} random of all pages", with_commas(counts[2]));
  fmt::print(stderr, "\ncovers    {} of {}, with {} % of the pages\n",
             with_commas(sample.covered_templates),
             plural(sample.templates, "template", "templates"),
             percent(sample.covered_pages, table.rows.size()));
  if (table.has_representatives || counts[0] > 0) return;
  fmt::print(stderr, "note      {} has no column `representative`, so all pages are random\n",
             printable(table.file));
}

int run_sample(const SampleFlags& options) {
  PageOutput output("sample", options.output, options.input, /*is_sample=*/true);
  const PageTable table = read_page_table(options.clusters, options.groups);
  const SampleResult sample = sample_pages(table, options.sample);
  std::vector<ListedPage> pages;
  pages.reserve(sample.pages.size());
  for (const SampledPage& sampled : sample.pages) {
    pages.push_back(listed_page(table, table.rows[sampled.page]));
    pages.back().drawn = to_text(sampled.drawn);
  }
  const ListFact facts[] = {{"all_pages", table.rows.size()},
                            {"all_templates", sample.templates},
                            {"covered_templates", sample.covered_templates},
                            {"covered_pages", sample.covered_pages}};
  const int status = output.write(std::move(pages), facts);
  if (!options.input.quiet) print_sample(table, sample);
  return status;
}

std::function<int()> declare_sample(OptionTable& table) {
  const auto options = std::make_shared<SampleFlags>();
  add_clusters_input(table, options->clusters);
  add_input_options(table, options->input, /*required=*/false);
  add_library_options(table, options->sample);
  add_library_options(table, options->groups);
  add_page_output_options(table, options->output);
  return [options] { return run_sample(*options); };
}

}  // namespace

Command sample() {
  return {.name = "sample",
          .summary = "choose some pages of every template, for audits, checks and tests",
          .examples =
              "  pagekin sample clusters.tsv\n"
              "  pagekin sample clusters.tsv --per-template 5 --random-share 0.1 -o audit.csv\n"
              "  pagekin sample clusters.tsv --fraction 0.01 --total 500 --format json\n"
              "  pagekin sample clusters.tsv crawl.warc.gz --per-template 1 -o sample.warc.gz\n"
              "\n"
              "Representatives of a template come first, then pages in random order. The order\n"
              "does not depend on that of the table, and a larger sample has all pages of a\n"
              "smaller one with the same seed. WCAG-EM asks for pages of each kind and a tenth\n"
              "of their number at random: --random-share 0.1. Chosen pages that are not in the\n"
              "inputs are an error.",
          .declare = declare_sample};
}

}  // namespace pagekin::cli
