// pagekin list: what there is, with options and references, from the registries.

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "pagekin/catalogue.h"
#include "pagekin/listing.h"
#include "pagekin/text.h"

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
  bool bibtex = false;
};

// Characters that mean something to TeX are escaped; braces are left out.
std::string tex_text(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '{' || c == '}') continue;
    if (c == '&' || c == '%' || c == '_' || c == '#' || c == '$') safe += '\\';
    safe += c;
  }
  return safe;
}

std::string bibtex_entry(const Reference& reference) {
  std::string authors = tex_text(reference.authors);
  for (std::size_t at = 0; (at = authors.find(", ", at)) != std::string::npos; at += 5) {
    authors.replace(at, 2, " and ");
  }
  std::string text = fmt::format(
      "@misc{{{},\n  author = {{{}}},\n  title = {{{{{}}}}},\n  howpublished = {{{}}},\n"
      "  year = {{{}}}",
      reference.key, authors, tex_text(reference.title), tex_text(reference.venue), reference.year);
  if (!reference.doi.empty()) text += fmt::format(",\n  doi = {{{}}}", reference.doi);
  return text + "\n}\n";
}

// The references of the things that the words name, or of all, by key. Throws UsageError for words
// that are neither a kind nor a name.
std::string bibtex(const std::vector<std::string>& words) {
  std::map<std::string, std::string> entries;  // by key
  std::set<std::string> unknown(words.begin(), words.end());
  unknown.erase("references");
  const bool is_all = unknown.empty();
  const auto add = [&](const auto& infos, const std::string& kind) {
    const bool is_kind = std::ranges::find(words, kind) != words.end();
    unknown.erase(kind);
    for (const auto& info : infos) {
      const bool is_named = std::ranges::find(words, info.name) != words.end();
      if (!is_all && !is_kind && !is_named) continue;
      unknown.erase(info.name);
      for (const Reference& reference : info.references)
        entries.emplace(reference.key, bibtex_entry(reference));
    }
  };
  add(list_methods(), "methods");
  add(list_measures(), "measures");
  add(list_scores(), "scores");
  if (!unknown.empty()) {
    throw UsageError(fmt::format(
        "--bibtex takes methods, measures, scores, references or names of these, got '{}'",
        printable(*unknown.begin())));
  }
  std::string text;
  for (const auto& [key, entry] : entries) text += (text.empty() ? "" : "\n") + entry;
  return text;
}

std::function<int()> declare_list(OptionTable& table) {
  const auto options = std::make_shared<ListFlags>();
  table.add("word", options->words,
            fmt::format("a kind ({}), or words to search for: a name, an author, a term such as "
                        "LZW; without a word, everything is shown",
                        fmt::join(listed_kinds(), ", ")));
  table.add("--json", options->json, "as JSON");
  table.add("--markdown", options->markdown, "as Markdown (how docs/algorithms.md is made)");
  table.add("--bibtex", options->bibtex,
            "the publications as BibTeX: of all, of a kind, or of what has these names");
  table.add("-o,--output", options->output, "write to this file");
  return [options] {
    const ListingForm form = options->json       ? ListingForm::kJson
                             : options->markdown ? ListingForm::kMarkdown
                                                 : ListingForm::kText;
    const bool is_options = options->words == std::vector<std::string>{"options"};
    std::string text = as_usage([&] {
      return options->bibtex ? bibtex(options->words)
             : is_options    ? options_as_json()
                             : listing(options->words, form, terminal_width());
    });
    if (options->markdown && !options->bibtex && options->words.empty()) {
      text += "\n## BibTeX\n\nAs `pagekin list --bibtex` gives it.\n\n```bibtex\n" + bibtex({}) +
              "```\n";
    }
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
              "  pagekin list auto --bibtex\n"
              "  pagekin list methods --json",
          .declare = declare_list};
}

}  // namespace pagekin::cli
