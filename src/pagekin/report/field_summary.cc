#include "pagekin/report/field_summary.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <fmt/format.h>

#include "pagekin/core/text.h"
#include "pagekin/report/json_writer.h"
#include "pagekin/report/template_ids.h"
#include "pagekin/text.h"
#include "pagekin/wrapper/designs.h"

namespace pagekin::report {
namespace {

using extraction::TemplateHealth;

constexpr std::size_t kShownText = 40;
constexpr std::size_t kShownDoubts = 10;

std::string shown(std::string_view text) { return printable(shortened(text, kShownText)); }

bool is_any_broken(const TemplateHealth& health) {
  const auto is_broken = [](const wrapper::Diagnosis& diagnosis) {
    return diagnosis.state == wrapper::HealthState::kBroken;
  };
  return std::ranges::any_of(health.diagnoses, is_broken) ||
         std::ranges::any_of(health.record_diagnoses, is_broken);
}

// The medians; 0: not known.
std::string describe_rows(std::uint32_t now, std::uint32_t before) {
  std::string text = fmt::format("{} row{} a page", with_commas(now), now == 1 ? "" : "s");
  if (before > 0) text += ", before " + with_commas(before);
  return text;
}

// The fields of a template that nobody labelled.
struct BorrowedFields {
  std::string template_label;
  std::string found;  // names
  std::string missed;
  std::string ask;
};

std::vector<BorrowedFields> borrowed_fields(const extraction::LearnWrapperRun& run) {
  std::vector<BorrowedFields> all;
  for (const extraction::FieldSummary& field : run.fields) {
    if (!field.is_borrowed) continue;
    auto one = std::ranges::find(all, field.template_label, &BorrowedFields::template_label);
    if (one == all.end()) one = all.insert(all.end(), {field.template_label, "", "", field.ask});
    std::string& names = field.filled > 0 ? one->found : one->missed;
    names += (names.empty() ? "" : ", ") + field.field;
  }
  return all;
}

}  // namespace

std::string summarise(const extraction::LearnWrapperRun& run) {
  std::string text = "pages     " + pagekin::describe_counts(run.counts, "usable") + "\n";
  const std::size_t with_fields = static_cast<std::size_t>(std::ranges::count_if(
      run.wrapper.templates, [](const wrapper::TemplateRules& rules) { return rules.has_any(); }));
  text += fmt::format("templates {}, fields learned for {}\n", with_commas(run.templates),
                      with_commas(with_fields));
  text += fmt::format("labels    {}, {} of them not usable\n", with_commas(run.labels),
                      with_commas(run.problems.size()));
  text += describe_caution(run.caution);
  text +=
      "fields    template  field                 labels  filled  agreement  doubt  by, and "
      "examples\n";
  for (const extraction::FieldSummary& field : run.fields) {
    const double filled =
        field.pages == 0 ? 0 : 100.0 * static_cast<double>(field.filled) / field.pages;
    text += fmt::format("          {:<8}  {:<20}  {:>6}  {:>4.0f} %  {:>9.2f}  {:>3.0f} %  {}",
                        shown(field.template_label), shown(field.field), field.labels, filled,
                        field.agreement, 100 * field.doubt, field.place);
    if (!field.part.empty()) text += "; " + field.part;
    if (field.is_list) text += "; a list";
    if (field.is_named) text += "; by its name, as the labelled pages lack it";
    if (field.is_borrowed) text += "; by labels of a similar template";
    for (std::size_t i = 0; i < std::min<std::size_t>(2, field.examples.size()); ++i) {
      text += (i == 0 ? ": " : " | ") + shown(field.examples[i]);
    }
    text += "\n";
  }
  std::size_t asked = 0;
  for (const extraction::FieldSummary& field : run.fields) {
    if (field.is_borrowed || field.ask.empty() || (field.doubt < 0.02 && !field.is_named) ||
        ++asked > kShownDoubts)
      continue;
    text += fmt::format("in doubt  {} of template {}: label {} next\n", printable(field.field),
                        printable(field.template_label), printable(field.ask));
  }
  for (const extraction::FieldSummary& field : run.fields) {
    if (field.places.empty() || ++asked > 2 * kShownDoubts) continue;
    text +=
        fmt::format("several   {} of template {} may be at {} places: {}\n", printable(field.field),
                    printable(field.template_label), field.places.size(),
                    printable(fmt::format("{}", fmt::join(field.places, "; "))));
  }
  std::size_t borrowing = 0;
  for (const BorrowedFields& one : borrowed_fields(run)) {
    if (++borrowing > kShownDoubts) break;
    text += fmt::format("in doubt  all of template {}, by labels of a similar one: label {} next\n",
                        printable(one.template_label), printable(one.ask));
  }
  return text + fmt::format("time      {:.2f} s: reading and clustering {:.2f}, learning {:.2f}\n",
                            run.read_seconds + run.learn_seconds, run.read_seconds,
                            run.learn_seconds);
}

std::string describe_questions(const extraction::LearnWrapperRun& run) {
  std::string text;
  for (const extraction::FieldSummary& field : run.fields) {
    if (field.is_borrowed || (field.places.empty() && field.ask.empty())) continue;
    text += fmt::format("field '{}' of template {}: ", printable(field.field),
                        printable(field.template_label));
    if (!field.places.empty()) {
      text += fmt::format("the labelled value stands at {} places that differ on other pages\n",
                          field.places.size());
      for (std::size_t i = 0; i < field.places.size(); ++i) {
        text += fmt::format("  {} {}\n", i == 0 ? "taken:" : "or:   ", printable(field.places[i]));
      }
    } else {
      text += fmt::format("the selectors disagree on {:.0f} % of the pages\n", 100 * field.doubt);
    }
    text += field.ask.empty() ? "  label it on a second page, or give its place as a path\n"
                              : fmt::format("  label it on {}\n", printable(field.ask));
  }
  for (const BorrowedFields& one : borrowed_fields(run)) {
    text += fmt::format("template {} has no labels of {}: ", printable(one.template_label),
                        printable(one.found.empty() ? one.missed : one.found));
    text += one.found.empty() ? "those of a similar template did not find them"
                              : "their rules are by labels of a similar template";
    if (!one.found.empty() && !one.missed.empty()) {
      text += ", which did not find " + printable(one.missed);
    }
    text +=
        fmt::format("; label it, or say if the page lacks it\n  label {}\n", printable(one.ask));
  }
  return text;
}

std::string to_json(const extraction::LearnWrapperRun& run) {
  JsonWriter json;
  json.begin_object();
  json.on_line(2).member("labels", run.labels);
  json.on_line(2).key("fields").begin_array();
  for (const extraction::FieldSummary& field : run.fields) {
    json.on_line(4)
        .begin_object()
        .member("template", field.template_label)
        .member("field", field.field);
    json.member("labels", field.labels).member("pages", field.pages).member("filled", field.filled);
    json.member_decimal("agreement", field.agreement, 3).member_decimal("doubt", field.doubt, 3);
    json.key("label_next").value_or_null(field.ask);
    json.member("by", field.place).member("part", field.part).member("list", field.is_list);
    json.key("examples").values(field.examples).key("places").values(field.places).end_object();
  }
  json.on_line(2).end_array();
  json.on_line(2).key("problems").begin_array();
  for (const extraction::LabelProblem& problem : run.problems) {
    json.on_line(4).begin_object().member("file", problem.file).member("line", problem.line);
    json.member("page", problem.page)
        .member("field", problem.field)
        .member("problem", problem.problem)
        .end_object();
  }
  json.on_line(2).end_array();
  json.on_line(0).end_object();
  return json.finish();
}

std::string summarise(const extraction::ExtractFieldsRun& run, const wrapper::Wrapper& wrapper) {
  std::string text = "pages     " + pagekin::describe_counts(run.counts, "usable") + "\n";
  text += fmt::format("records   {}; {} pages of templates without fields, {} of no template\n",
                      with_commas(run.records), with_commas(run.other), with_commas(run.unknown));
  text +=
      "fields    template  field                 filled, before  agreement, before  shape  state\n";
  const std::vector<std::uint32_t> designs = wrapper::design_numbers(wrapper);
  for (const TemplateHealth& health : run.templates) {
    const wrapper::TemplateRules& rules = wrapper.templates[health.template_number];
    const std::uint32_t design = designs[health.template_number];
    const std::string id =
        shown(rules.label) + (design > 1 ? " (" + std::to_string(design) + ")" : "");
    if (health.pages == 0 && !is_any_broken(health)) continue;
    for (std::size_t i = 0; i < rules.fields.size(); ++i) {
      const wrapper::FieldProfile& profile = rules.fields[i].profile;
      const double before = profile.pages == 0 ? 0 : 100.0 * profile.filled / profile.pages;
      const wrapper::FieldHealth& now = health.fields[i];
      text += fmt::format(
          "          {:<8}  {:<20}  {:>4.0f} %   {:>3.0f} %     {:>8.2f}    {:>4.2f}  {:>5.2f}  "
          "{}{}\n",
          id, shown(rules.fields[i].name), 100 * now.fill_rate(), before, now.agreement(),
          profile.agreement, now.shape(), to_text(health.diagnoses[i].state),
          health.diagnoses[i].reason.empty() ? "" : ": " + health.diagnoses[i].reason);
    }
    for (std::size_t r = 0; r < rules.records.records.size(); ++r) {
      const wrapper::RecordProfile profile = rules.profile_of_record(r);
      const wrapper::RecordHealth& now = health.records[r];
      const wrapper::Diagnosis& found = health.record_diagnoses[r];
      const double before = profile.pages == 0 ? 0 : 100.0 * profile.filled / profile.pages;
      text += fmt::format(
          "          {:<8}  {:<20}  {:>4.0f} %   {:>3.0f} %     {:>8}    {:>4}  {:>5}  {}{}; {}\n",
          id, shown(rules.records.records[r].name), 100 * now.fill_rate(), before, "-", "-", "-",
          to_text(found.state), found.reason.empty() ? "" : ": " + found.reason,
          describe_rows(now.usual_rows(), profile.usual_rows));
    }
    for (std::size_t i = 0; i < health.relocated.fields.size(); ++i) {
      // A field that is sound keeps its rules, unless there is a new design.
      if (!health.is_beside && health.diagnoses[i].state != wrapper::HealthState::kBroken) continue;
      const wrapper::Relocation& relocation = health.relocated.fields[i];
      if (relocation.confidence <= 0) {
        text +=
            fmt::format("          {:<8}  {:<20}  not found again\n", id, shown(relocation.field));
        continue;
      }
      text +=
          fmt::format("          {:<8}  {:<20}  found again with confidence {:.2f}: '{}'{}\n", id,
                      shown(relocation.field), relocation.confidence, shown(relocation.example),
                      relocation.label.empty() ? "" : " after '" + shown(relocation.label) + "'");
    }
    if (health.is_repaired && health.is_beside) {
      text += fmt::format(
          "          {:<8}  these are of a new design; a repair keeps the rules of both\n", id);
    }
  }
  return text + fmt::format("time      {:.2f} s\n", run.seconds);
}

namespace {

void write_row_counts(const rows::RecordRule& rule, std::uint64_t rows, std::uint32_t usual_rows,
                      const std::vector<std::uint64_t>& cells, JsonWriter& json) {
  json.member("rows", rows).member("rows_per_page", usual_rows);
  json.key("cells").begin_object();
  for (std::size_t c = 0; c < std::min(cells.size(), rule.cells.size()); ++c) {
    json.member(rule.cells[c].name, cells[c]);
  }
  json.end_object();
}

// Begins what is said of a field or record of a template. `design`: 0 if the template has one only.
void begin_health(const wrapper::TemplateRules& rules, std::uint32_t design,
                  const std::string& field, JsonWriter& json) {
  json.on_line(4).begin_object().member("template", rules.label);
  if (design > 0) json.member("design", design);
  json.member("field", field);
}

void write_record_health(const TemplateHealth& health, const wrapper::TemplateRules& rules,
                         std::uint32_t design, JsonWriter& json) {
  for (std::size_t r = 0; r < rules.records.records.size(); ++r) {
    const rows::RecordRule& rule = rules.records.records[r];
    const wrapper::RecordHealth& now = health.records[r];
    const wrapper::RecordProfile before = rules.profile_of_record(r);
    begin_health(rules, design, rule.name, json);
    json.member("state", to_text(health.record_diagnoses[r].state))
        .member("reason", health.record_diagnoses[r].reason);
    json.member("pages", now.pages).member("filled", now.filled);
    write_row_counts(rule, now.rows, now.usual_rows(), now.cells, json);
    json.key("before").begin_object().member("pages", before.pages).member("filled", before.filled);
    write_row_counts(rule, before.rows, before.usual_rows, before.cells, json);
    json.end_object().end_object();
  }
}

}  // namespace

std::string to_json(const extraction::ExtractFieldsRun& run, const wrapper::Wrapper& wrapper) {
  JsonWriter json;
  json.begin_object();
  json.on_line(2).member("records", run.records);
  json.on_line(2).member("other_templates", run.other);
  json.on_line(2).member("no_template", run.unknown);
  json.on_line(2).member("broken", run.broken());
  json.on_line(2).key("fields").begin_array();
  const std::vector<std::uint32_t> designs = wrapper::design_numbers(wrapper);
  const std::vector<std::uint32_t> newest = wrapper::newest_designs(wrapper);
  for (const TemplateHealth& health : run.templates) {
    const std::uint32_t number = health.template_number;
    const wrapper::TemplateRules& rules = wrapper.templates[number];
    const std::uint32_t design =
        newest[number] == number && designs[number] == 1 ? 0 : designs[number];
    for (std::size_t i = 0; i < rules.fields.size(); ++i) {
      const wrapper::FieldHealth& now = health.fields[i];
      const wrapper::FieldProfile& before = rules.fields[i].profile;
      begin_health(rules, design, rules.fields[i].name, json);
      json.member("state", to_text(health.diagnoses[i].state))
          .member("reason", health.diagnoses[i].reason);
      json.member("pages", now.pages)
          .member("filled", now.filled)
          .member("needs_review", now.review);
      json.member_decimal("agreement", now.agreement(), 3).member_decimal("shape", now.shape(), 3);
      json.member("known_values", now.known);
      json.key("before")
          .begin_object()
          .member("pages", before.pages)
          .member("filled", before.filled);
      json.member_decimal("agreement", before.agreement, 3).end_object();
      if (i < health.relocated.fields.size()) {
        const wrapper::Relocation& again = health.relocated.fields[i];
        json.key("found_again").begin_object().member_decimal("confidence", again.confidence, 3);
        json.member("example", again.example).member("label", again.label);
        json.member("known_values", again.by_value).member("pages", again.pages).end_object();
      }
      json.end_object();
    }
    write_record_health(health, rules, design, json);
  }
  json.on_line(2).end_array();
  json.on_line(0).end_object();
  return json.finish();
}

}  // namespace pagekin::report
