// pagekin list: what there is, with options and references, from the registries.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "pagekin/listing.h"

#include "cli/command.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/terminal.h"

namespace pagekin::cli {
namespace {

struct ListFlags {
  std::vector<std::string> words;
  std::string output;
  bool json = false;
  bool markdown = false;
};

std::function<int()> declare_list(OptionTable& table) {
  const auto options = std::make_shared<ListFlags>();
  table.add("word", options->words,
            fmt::format("a kind ({}), or words to search for: a name, an author, a term such as "
                        "LZW; without a word, everything is shown",
                        fmt::join(listed_kinds(), ", ")));
  table.add("--json", options->json, "as JSON");
  table.add("--markdown", options->markdown, "as Markdown (how docs/algorithms.md is made)");
  table.add("-o,--output", options->output, "write to this file");
  return [options] {
    const ListingForm form = options->json       ? ListingForm::kJson
                             : options->markdown ? ListingForm::kMarkdown
                                                 : ListingForm::kText;
    const bool is_options = options->words == std::vector<std::string>{"options"};
    const std::string text = as_usage([&] {
      return is_options ? options_as_json() : listing(options->words, form, terminal_width());
    });
    Output output(options->output);
    output.write(text);
    output.finish();
    return 0;
  };
}

}  // namespace

Command list() {
  return {.name = "list",
          .summary = "list or search methods, measures, scores, inputs and references",
          .examples =
              "  pagekin list\n"
              "  pagekin list measures\n"
              "  pagekin list LZW\n"
              "  pagekin list measures tree edit distance\n"
              "  pagekin list references\n"
              "  pagekin list methods --json",
          .declare = declare_list};
}

}  // namespace pagekin::cli
