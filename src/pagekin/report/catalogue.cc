#include "pagekin/report/catalogue.h"

#include <algorithm>
#include <set>
#include <span>

#include <fmt/format.h>

#include "pagekin/core/params.h"
#include "pagekin/core/reference.h"
#include "pagekin/core/registry.h"
#include "pagekin/core/suggest.h"
#include "pagekin/core/text.h"
#include "pagekin/core/wrap.h"
#include "pagekin/eval/score.h"
#include "pagekin/input/kinds.h"
#include "pagekin/measure/measure.h"
#include "pagekin/method/method.h"
#include "pagekin/report/json_writer.h"

namespace pagekin::report {
namespace {

constexpr std::string_view kReferences = "references";
constexpr std::size_t kIndent = 6;  // of what is said of an entry

// An entry of any registry.
struct Entry {
  std::string name, summary;
  std::vector<ParamDoc> options = {};
  std::vector<Citation> citations = {};
  std::string words = {};                        // that people search for
  std::string cost = {};                         // of measures
  std::string measure = {};                      // of methods that compare pages: the default
  std::string required = {};                     // of methods: the option without a default
  method::CapabilitySet capabilities = {};       // of methods
  std::string document = {};                     // of methods
  std::string page_id = {};                      // of inputs
  const PublicationInfo* publication = nullptr;  // of references
};
struct Section {
  std::string_view name;   // as typed after `list`
  std::string_view title;  // in documents
  std::vector<Entry> entries;
};

// What a method can do beyond clustering, as JSON and as people read it.
struct CapabilityText {
  method::Capability capability;
  std::string_view name;
  std::string_view text;
};
constexpr CapabilityText kCapabilityTexts[] = {
    {method::Capability::kPersistent, "index", "keeps an index to which later runs add pages"},
    {method::Capability::kTracking, "template_ids",
     "gives templates ids that stay the same in all runs of an index"},
    {method::Capability::kAssessing, "confidence", "says how sure it is of each page"},
    {method::Capability::kClassifying, "classifier",
     "classifies pages by the clusters of an index"},
    {method::Capability::kVaried, "variants", "distinguishes variants of a template"},
    {method::Capability::kHinted, "hints", "follows hints about the templates of some pages"},
    {method::Capability::kHierarchical, "dendrogram", "makes a dendrogram"},
    {method::Capability::kSampling, "sampling",
     "clusters a crawl store by reading only some of its pages"},
};

Section method_section() {
  Section section{"methods", "Methods", {}};
  for (const method::MethodInfo& info : method::methods()) {
    section.entries.push_back({.name = std::string(info.name),
                               .summary = std::string(info.summary),
                               .options = info.options,
                               .citations = info.references,
                               .words = std::string(info.words),
                               .measure = std::string(info.measure),
                               .required = std::string(info.required),
                               .capabilities = info.capabilities,
                               .document = std::string(info.document)});
  }
  return section;
}

Section measure_section() {
  Section section{"measures", "Measures", {}};
  for (const measure::MeasureInfo& info : measure::measures()) {
    section.entries.push_back({.name = std::string(info.name),
                               .summary = std::string(info.summary),
                               .options = info.options,
                               .citations = info.references,
                               .words = std::string(info.words),
                               .cost = std::string(info.cost)});
  }
  return section;
}

Section score_section() {
  Section section{"scores", "Scores", {}};
  for (const eval::ScoreInfo& info : eval::scores()) {
    section.entries.push_back({.name = std::string(info.name),
                               .summary = std::string(info.summary),
                               .citations = info.references,
                               .words = std::string(info.words)});
  }
  return section;
}

Section input_section() {
  Section section{"inputs", "Inputs", {}};
  for (const input::InputInfo& info : input::inputs()) {
    section.entries.push_back({.name = std::string(info.name),
                               .summary = std::string(info.summary),
                               .page_id = std::string(info.page_id)});
  }
  return section;
}

Entry entry_of(const PublicationInfo& info) {
  return {.name = std::string(info.key),
          .summary = full_text(references_of({{.key = info.key}}).front()),
          .publication = &info};
}

// The publications with one of these keys; all if `keys` is null.
Section reference_section(const std::set<std::string_view>* keys) {
  Section section{kReferences, "References", {}};
  for (const PublicationInfo& info : publications()) {
    if (keys == nullptr || keys->contains(info.key)) section.entries.push_back(entry_of(info));
  }
  return section;
}

std::vector<Section> sections() {
  std::vector<Section> all;
  all.push_back(method_section());
  all.push_back(measure_section());
  all.push_back(score_section());
  all.push_back(input_section());
  all.push_back(reference_section(nullptr));
  return all;
}

const Section& find_section(const std::vector<Section>& all, std::string_view kind) {
  return find_by_name(std::span<const Section>(all), "kind", kind);
}

// --- searching

// In lower case, with a blank for every character that is not a letter or digit.
std::string searchable(std::string_view text) {
  std::string plain = lower_case(text);
  for (char& c : plain) {
    const bool is_part = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c & 0x80) != 0;
    if (!is_part) c = ' ';
  }
  return plain;
}

std::string searched_text(const Entry& entry) {
  std::string text = fmt::format(" {} {} {}", entry.name, entry.summary, entry.words);
  for (const ParamDoc& option : entry.options) text += " " + option.name;
  for (const Reference& reference : references_of(entry.citations)) {
    text += " " + full_text(reference);
  }
  return searchable(text + " ");
}

bool matches(const Entry& entry, const std::vector<std::string>& words) {
  const std::string text = searched_text(entry);
  return std::ranges::all_of(words, [&](const std::string& word) {
    constexpr std::size_t acronym = 3;
    const std::string_view end = word.size() <= acronym ? " " : "";
    return text.find(fmt::format(" {}{}", searchable(word), end)) != std::string::npos;
  });
}

[[noreturn]] void throw_not_found(const std::vector<std::string>& words,
                                  const std::vector<Section>& searched) {
  std::vector<std::string> names = catalogue_kinds();
  for (const Section& section : searched) {
    for (const Entry& entry : section.entries) {
      names.push_back(entry.name);
      for (std::string_view rest = entry.words; !rest.empty();) {
        const std::size_t comma = rest.find(", ");
        names.emplace_back(rest.substr(0, comma));
        rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 2);
      }
    }
  }
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::string typed = fmt::format("{}", fmt::join(words, " "));
  const std::string meant = did_you_mean(typed, views);
  throw OptionError(fmt::format("nothing is found for '{}'; {}", typed,
                                meant.empty() ? fmt::format("the kinds are {}",
                                                            fmt::join(catalogue_kinds(), ", "))
                                              : meant),
                    "kind");
}

// What `words` ask for, and then the references that it cites.
std::vector<Section> choose(std::vector<std::string> words) {
  std::vector<Section> chosen = sections();
  if (words.empty()) return chosen;
  const bool names_kind = std::ranges::any_of(
      chosen, [&](const Section& section) { return section.name == words.front(); });
  if (names_kind) {
    chosen = {find_section(chosen, words.front())};
    words.erase(words.begin());
  } else {
    chosen.pop_back();  // references are found by what cites them
  }
  if (!words.empty()) {
    const std::vector<Section> searched = chosen;
    for (Section& section : chosen) {
      std::erase_if(section.entries, [&](const Entry& entry) { return !matches(entry, words); });
    }
    std::erase_if(chosen, [](const Section& section) { return section.entries.empty(); });
    if (chosen.empty()) throw_not_found(words, searched);
  }
  std::set<std::string_view> cited;
  for (const Section& section : chosen) {
    for (const Entry& entry : section.entries) {
      for (const Citation& citation : entry.citations) cited.insert(citation.key);
    }
  }
  if (!cited.empty()) chosen.push_back(reference_section(&cited));
  return chosen;
}

// --- text

std::string as_text(const Section& section, std::size_t width) {
  std::string text = std::string(section.name) + "\n";
  const auto line = [&](std::string_view content, std::size_t hanging = kIndent) {
    text.append(kIndent, ' ');
    text += wrap(content, width, hanging, kIndent) + "\n";
  };
  for (const Entry& entry : section.entries) {
    text += fmt::format("  {}\n", entry.name);
    line(entry.summary);
    for (const ParamDoc& option : entry.options) {
      line(fmt::format("{} = {} ({}): {}", option.name, option.default_value, option.range,
                       option.help),
           kIndent + 4);
    }
    if (!entry.required.empty()) line(fmt::format("needs the option {}", entry.required));
    if (!entry.measure.empty()) {
      line(fmt::format("compares pages by --measure, {} by default", entry.measure));
    }
    for (const CapabilityText& capability : kCapabilityTexts) {
      if (entry.capabilities.has(capability.capability)) line(capability.text);
    }
    if (!entry.cost.empty()) line(fmt::format("cost of a pair: {}", entry.cost));
    if (!entry.page_id.empty()) line(fmt::format("page id: {}", entry.page_id));
    if (!entry.words.empty()) line(fmt::format("also: {}", entry.words), kIndent + 4);
    if (!entry.document.empty()) line(fmt::format("see {}", entry.document));
    if (!entry.citations.empty()) {
      line(fmt::format("from: {}", short_text(entry.citations)), kIndent + 4);
    }
  }
  return text;
}

// --- JSON

void write_reference(JsonWriter& json, const Reference& reference) {
  json.begin_object().member("key", reference.key).member("authors", reference.authors);
  json.member("title", reference.title).member("venue", reference.venue);
  json.member("year", reference.year);
  if (!reference.doi.empty()) json.member("doi", reference.doi);
  if (!reference.place.empty()) json.member("place", reference.place);
  json.end_object();
}

void write_entry(JsonWriter& json, const Entry& entry, bool is_method) {
  json.begin_object().member("name", entry.name).member("summary", entry.summary);
  if (!entry.page_id.empty()) json.member("page_id", entry.page_id);
  if (!entry.cost.empty()) json.member("cost", entry.cost);
  if (!entry.measure.empty()) json.member("measure", entry.measure);
  if (!entry.required.empty()) json.member("required", entry.required);
  if (is_method) {
    json.key("capabilities").begin_array();
    for (const CapabilityText& capability : kCapabilityTexts) {
      if (entry.capabilities.has(capability.capability)) json.value(capability.name);
    }
    json.end_array();
  }
  if (!entry.words.empty()) json.member("words", entry.words);
  if (!entry.document.empty()) json.member("document", entry.document);
  json.key("references").begin_array();
  for (const Reference& reference : references_of(entry.citations)) {
    write_reference(json.on_line(4), reference);
  }
  json.end_array();
  json.key("options").begin_array();
  for (const ParamDoc& option : entry.options) {
    json.on_line(4).begin_object().member("name", option.name);
    json.member("default", option.default_value).member("range", option.range);
    json.member("help", option.help).end_object();
  }
  json.end_array().end_object();
}

void write_section(JsonWriter& json, const Section& section) {
  json.key(section.name).begin_array();
  for (const Entry& entry : section.entries) {
    json.on_line(2);
    if (entry.publication != nullptr) {
      write_reference(json, references_of({{.key = entry.publication->key}}).front());
    } else {
      write_entry(json, entry, section.name == "methods");
    }
  }
  json.end_array();
}

std::string as_json(const std::vector<Section>& chosen) {
  JsonWriter json;
  json.begin_object();
  for (const Section& section : chosen) {
    if (&section != &chosen.front()) json.on_line(0);
    write_section(json, section);
  }
  json.end_object();
  return json.finish();
}

// --- Markdown

std::string cell(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '|') safe += '\\';
    safe += c;
  }
  return safe;
}

std::string with_capital(std::string_view text) {
  std::string sentence(text);
  if (!sentence.empty() && sentence[0] >= 'a' && sentence[0] <= 'z') sentence[0] -= 'a' - 'A';
  return sentence;
}

std::string as_markdown(const Section& section) {
  std::string text = fmt::format("\n## {}\n", section.title);
  if (section.name == kReferences) {
    text += "\n";
    for (const Entry& entry : section.entries) text += fmt::format("- {}\n", entry.summary);
    return text;
  }
  for (const Entry& entry : section.entries) {
    text += fmt::format("\n### `{}`\n\n{}.", entry.name, entry.summary);
    if (!entry.required.empty()) text += fmt::format("\nNeeds the option `{}`.", entry.required);
    if (!entry.measure.empty()) {
      text += fmt::format("\nCompares pages by `--measure`, `{}` by default.", entry.measure);
    }
    for (const CapabilityText& capability : kCapabilityTexts) {
      if (entry.capabilities.has(capability.capability)) {
        text += fmt::format("\n{}.", with_capital(capability.text));
      }
    }
    if (!entry.cost.empty()) text += fmt::format("\nCost of a pair: {}.", entry.cost);
    if (!entry.page_id.empty()) text += fmt::format("\n*page id: {}*", entry.page_id);
    if (!entry.words.empty()) text += fmt::format("\nAlso: {}.", entry.words);
    if (!entry.document.empty()) text += fmt::format("\nSee {}.", entry.document);
    if (!entry.citations.empty()) text += fmt::format("\n*{}*", short_text(entry.citations));
    text += "\n";
    if (entry.options.empty()) continue;
    text += "\n| option | default | range | meaning |\n|---|---|---|---|\n";
    for (const ParamDoc& option : entry.options) {
      text += fmt::format("| `{}` | `{}` | {} | {} |\n", option.name, option.default_value,
                          cell(option.range), cell(option.help));
    }
  }
  return text;
}

}  // namespace

std::vector<std::string> catalogue_kinds() {
  std::vector<std::string> kinds;
  for (const Section& section : sections()) kinds.emplace_back(section.name);
  return kinds;
}

std::vector<std::string> catalogue_names(std::string_view kind) {
  const std::vector<Section> all = sections();
  std::vector<std::string> names;
  for (const Entry& entry : find_section(all, kind).entries) names.push_back(entry.name);
  return names;
}

std::string catalogue(const std::vector<std::string>& words, CatalogueForm form,
                      std::size_t width) {
  const std::vector<Section> chosen = choose(words);
  std::string text;
  switch (form) {
    case CatalogueForm::kText:
      for (const Section& section : chosen) {
        text += (text.empty() ? "" : "\n") + as_text(section, width);
      }
      return text;
    case CatalogueForm::kJson:
      return as_json(chosen);
    case CatalogueForm::kMarkdown:
      text =
          "# Algorithms\n\nMade by `pagekin list --markdown` from the registries; a test fails "
          "when this copy is old.\n";
      for (const Section& section : chosen) text += as_markdown(section);
      return text;
  }
  return text;
}

}  // namespace pagekin::report
