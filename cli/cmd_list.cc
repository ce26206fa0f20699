// pagekin list: what there is, with options and references, from the registries.

#include <functional>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "pagekin/report/catalogue.h"

#include "cli/command.h"
#include "cli/options.h"
#include "cli/output.h"

namespace pagekin::cli {
namespace {

struct Options {
  std::string kind;
  std::string output;
  bool json = false;
  bool markdown = false;
};

std::function<int()> declare(OptionTable& table) {
  const auto options = std::make_shared<Options>();
  table.add(
      "kind", options->kind,
      fmt::format("{}; all of them when left out", fmt::join(report::catalogue_kinds(), ", ")));
  table.add("--json", options->json, "as JSON");
  table.add("--markdown", options->markdown, "as Markdown (how docs/algorithms.md is made)");
  table.add("-o,--output", options->output, "write to this file");
  return [options] {
    using report::CatalogueForm;
    const CatalogueForm form = options->json       ? CatalogueForm::kJson
                               : options->markdown ? CatalogueForm::kMarkdown
                                                   : CatalogueForm::kText;
    const std::string text = as_usage([&] { return report::catalogue(options->kind, form); });
    Output output(options->output);
    output.write(text);
    output.finish();
    return 0;
  };
}

}  // namespace

Command list() {
  return {.name = "list",
          .summary = "list methods, measures, scores and inputs, with options and references",
          .examples =
              "  pagekin list\n"
              "  pagekin list measures\n"
              "  pagekin list methods --json",
          .declare = declare};
}

}  // namespace pagekin::cli
