#include "pagekin/report/record_summary.h"

#include <cstdint>
#include <string_view>

#include <fmt/format.h>

#include "pagekin/core/text.h"
#include "pagekin/report/json_writer.h"
#include "pagekin/text.h"

namespace pagekin::report {
namespace {

std::string explain(extraction::NoTable reason) {
  switch (reason) {
    case extraction::NoTable::kTooFewPages:
      return fmt::format("without a table (a template needs {} pages)", skeleton::kFewestPages);
    case extraction::NoTable::kNoColumns:
      return "without columns";
    case extraction::NoTable::kNotWanted:
      return "that were not asked for";
    case extraction::NoTable::kNotInSchema:
      return "that the schema does not have";
    case extraction::NoTable::kUnclear:
      return "that resemble several of the schema";
    case extraction::NoTable::kNotLearned:
      return "that could not be learned: there are too many, or their pages are too large";
  }
  return {};
}

}  // namespace

std::string health_json(const extraction::ExtractRun& run, const skeleton::Schema& schema) {
  JsonWriter json;
  json.begin_object();
  std::uint64_t rows = 0;
  for (const std::uint64_t count : run.rows) rows += count;
  json.on_line(2).member("records", rows);
  json.on_line(2).member("other_templates", run.left_out);
  json.on_line(2).key("left_out").begin_object();
  for (std::size_t reason = 0; reason < run.left_out_by.size(); ++reason) {
    json.member(extraction::kNoTableWords[reason], run.left_out_by[reason]);
  }
  json.end_object();
  json.on_line(2).member("no_template", run.no_template);
  json.on_line(2).member("broken", run.broken());
  json.on_line(2).key("fields").begin_array();
  for (std::size_t t = 0; t < run.health.size(); ++t) {
    const skeleton::TemplateSchema& learned = schema.templates[t];
    for (std::size_t c = 0; c < run.health[t].size(); ++c) {
      const skeleton::Diagnosis& health = run.health[t][c];
      json.on_line(4).begin_object();
      json.member("template", learned.id).member("field", learned.columns[c].name);
      json.member("state", to_text(health.state)).member("reason", health.reason);
      json.member("pages", run.rows[t]).member("filled", run.filled[t][c]);
      json.member("crowded", run.crowded[t][c]);
      json.key("before").begin_object().member("pages", learned.model.pages);
      json.member("filled", learned.model.slots[learned.columns[c].slot].pages)
          .end_object()
          .end_object();
    }
  }
  json.on_line(2).end_array();
  json.on_line(0).end_object();
  return json.finish();
}

std::string summarise(const extraction::ExtractRun& run, const skeleton::Schema& schema,
                      std::size_t most, std::size_t width) {
  std::string text;
  std::uint64_t rows = 0;
  std::size_t columns = 0;
  for (const std::uint64_t count : run.rows) rows += count;
  for (const skeleton::TemplateSchema& learned : schema.templates)
    columns += learned.columns.size();
  text += fmt::format("pages     {}\n", pagekin::describe_counts(run.counts, "usable"));
  text += fmt::format("records   {} of {}, {}\n", plural(rows, "page", "pages"),
                      plural(schema.templates.size(), "template", "templates"),
                      plural(columns, "column", "columns"));
  for (std::size_t reason = 0; reason < run.left_out_by.size(); ++reason) {
    if (run.left_out_by[reason] == 0) continue;
    text += fmt::format("left out  {} of templates {}\n",
                        plural(run.left_out_by[reason], "page", "pages"),
                        explain(static_cast<extraction::NoTable>(reason)));
  }
  if (run.no_template > 0) {
    text +=
        fmt::format("left out  {} without a template\n", plural(run.no_template, "page", "pages"));
  }
  std::size_t shown = 0;
  bool has_more = false;
  for (std::size_t t = 0; t < schema.templates.size() && shown < most; ++t, ++shown) {
    const skeleton::TemplateSchema& learned = schema.templates[t];
    text += fmt::format("\ntemplate {}  {}, {}\n", printable(learned.id),
                        plural(run.rows[t], "page", "pages"), printable(learned.name));
    for (std::size_t c = 0; c < learned.columns.size(); ++c) {
      const skeleton::Slot& slot = learned.model.slots[learned.columns[c].slot];
      const std::string type = std::string(to_text(slot.type)) + (slot.rule.is_list ? " list" : "");
      std::string line =
          fmt::format("  {:<28} {:<11} {:>4} %  ", printable(learned.columns[c].name), type,
                      percent(run.filled[t][c], run.rows[t]));
      if (learned.pages_before > 0) {
        line += fmt::format("before {:>4} %  ", percent(slot.pages, learned.model.pages));
      }
      const skeleton::Diagnosis* const health =
          t < run.health.size() && c < run.health[t].size() ? &run.health[t][c] : nullptr;
      if (health != nullptr && health->state == skeleton::HealthState::kBroken) {
        text += line + "broken: " + health->reason + "\n";
        continue;
      }
      if (run.crowded[t][c] > 0) {
        line += fmt::format("(more on {})  ", plural(run.crowded[t][c], "page", "pages"));
        has_more = true;
      }
      const std::string example = slot.examples.empty() ? "" : printable(slot.examples.front());
      const std::size_t room = width > line.size() + 8 ? width - line.size() : 8;
      line += example.size() <= room ? example : shortened(example, room - 3);
      text += line + "\n";
    }
  }
  if (schema.templates.size() > shown) {
    text += fmt::format("\n{} more; -v shows all\n",
                        plural(schema.templates.size() - shown, "template", "templates"));
  }
  if (has_more) {
    text +=
        "\nColumns of one value a page take the first. Where it says 'more', some pages have "
        "further\n"
        "values at that place, which are left out: 'pagekin learn' with two of them as labels "
        "gives\n"
        "them all.\n";
  }
  return text;
}

}  // namespace pagekin::report
