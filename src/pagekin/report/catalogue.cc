#include "pagekin/report/catalogue.h"

#include <vector>

#include <fmt/format.h>

#include "pagekin/core/params.h"
#include "pagekin/core/registry.h"
#include "pagekin/core/text.h"
#include "pagekin/eval/score.h"
#include "pagekin/input/kinds.h"
#include "pagekin/measure/measure.h"
#include "pagekin/method/method.h"
#include "pagekin/report/json_writer.h"

namespace pagekin::report {
namespace {

// An entry of any registry.
struct Entry {
  std::string name, summary, reference;
  std::vector<ParamDoc> options;
  std::string cost = {};     // of measures
  std::string measure = {};  // of methods that compare pages: their default measure
};
struct Section {
  std::string_view name;   // as typed after `list`
  std::string_view title;  // in documents
  std::vector<Entry> entries;
};

std::vector<Section> sections() {
  std::vector<Section> all;
  Section methods{"methods", "Methods", {}};
  for (const method::MethodInfo& info : method::methods()) {
    methods.entries.push_back({std::string(info.name),
                               std::string(info.summary),
                               std::string(info.reference),
                               info.options,
                               {},
                               std::string(info.measure)});
  }
  Section measures{"measures", "Measures", {}};
  for (const measure::MeasureInfo& info : measure::measures()) {
    measures.entries.push_back({std::string(info.name), std::string(info.summary),
                                std::string(info.reference), info.options, std::string(info.cost)});
  }
  Section scores{"scores", "Scores", {}};
  for (const eval::ScoreInfo& info : eval::scores()) {
    scores.entries.push_back(
        {std::string(info.name), std::string(info.summary), std::string(info.reference), {}});
  }
  Section inputs{"inputs", "Inputs", {}};
  for (const input::InputInfo& info : input::inputs()) {
    inputs.entries.push_back({std::string(info.name),
                              std::string(info.summary),
                              "page id: " + std::string(info.page_id),
                              {}});
  }
  all.push_back(std::move(methods));
  all.push_back(std::move(measures));
  all.push_back(std::move(scores));
  all.push_back(std::move(inputs));
  return all;
}

const Section& find_section(const std::vector<Section>& all, std::string_view kind) {
  return find_by_name(std::span<const Section>(all), "kind", kind);
}

std::string as_text(const Section& section) {
  std::string text = std::string(section.name) + "\n";
  for (const Entry& entry : section.entries) {
    text += fmt::format("  {}\n      {}\n", entry.name, entry.summary);
    for (const ParamDoc& option : entry.options) {
      text += fmt::format("      {} = {}  ({})  {}\n", option.name, option.default_value,
                          option.range, option.help);
    }
    if (!entry.measure.empty()) text += fmt::format("      --measure {}\n", entry.measure);
    if (!entry.cost.empty()) text += fmt::format("      cost of a pair: {}\n", entry.cost);
    if (!entry.reference.empty()) text += fmt::format("      {}\n", entry.reference);
  }
  return text;
}

void write_section(JsonWriter& json, const Section& section) {
  json.key(section.name).begin_array();
  for (const Entry& entry : section.entries) {
    json.on_line(2).begin_object().member("name", entry.name).member("summary", entry.summary);
    json.member("reference", entry.reference);
    if (!entry.cost.empty()) json.member("cost", entry.cost);
    if (!entry.measure.empty()) json.member("measure", entry.measure);
    json.key("options").begin_array();
    for (const ParamDoc& option : entry.options) {
      json.on_line(4).begin_object().member("name", option.name);
      json.member("default", option.default_value).member("range", option.range);
      json.member("help", option.help).end_object();
    }
    json.end_array().end_object();
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

std::string cell(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '|') safe += '\\';
    safe += c;
  }
  return safe;
}

std::string as_markdown(const Section& section) {
  std::string text = fmt::format("\n## {}\n", section.title);
  for (const Entry& entry : section.entries) {
    text += fmt::format("\n### `{}`\n\n{}.", entry.name, entry.summary);
    if (!entry.measure.empty()) {
      text += fmt::format("\nCompares pages by `--measure`, `{}` by default.", entry.measure);
    }
    if (!entry.cost.empty()) text += fmt::format("\nCost of a pair: {}.", entry.cost);
    if (!entry.reference.empty()) text += fmt::format("\n*{}*", entry.reference);
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

std::string catalogue(std::string_view kind, CatalogueForm form) {
  std::vector<Section> chosen = sections();
  if (!kind.empty()) chosen = {find_section(chosen, kind)};
  std::string text;
  switch (form) {
    case CatalogueForm::kText:
      for (const Section& section : chosen) text += (text.empty() ? "" : "\n") + as_text(section);
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
