#include "pagekin/report/records.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "pagekin/core/text.h"

namespace pagekin::report {
namespace {

using pipeline::TemplateHealth;
using wrapper::FieldState;
using wrapper::FoundField;

constexpr std::size_t kShownProblems = 10;
constexpr std::size_t kShownText = 40;

std::string shown(std::string_view text) {
  if (text.size() <= kShownText) return printable(text);
  std::size_t end = kShownText;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return printable(text.substr(0, end)) + "...";
}

double least_confidence(const pipeline::PageRecord& record) {
  double least = 1;
  for (const FoundField& field : record.fields) {
    if (field.state == FieldState::kFound) least = std::min(least, field.confidence);
  }
  return least;
}

bool has_any_field(const pipeline::PageRecord& record) {
  return record.rules != nullptr && !record.rules->fields.empty();
}

}  // namespace

RecordWriter::RecordWriter(const Options& options, const wrapper::Wrapper& wrapper,
                           TableWriter::Sink sink)
    : options_(options) {
  for (const wrapper::TemplateRules& rules : wrapper.templates) {
    for (const wrapper::FieldRule& rule : rules.fields) {
      const auto [place, is_new] = column_of_.emplace(rule.name, fields_.size());
      if (is_new) {
        fields_.push_back(rule.name);
        is_list_.push_back(false);
      }
      if (rule.is_list) is_list_[place->second] = true;
    }
  }
  if (options.format.table == TableFormat::kJsonl && !options.flat) {
    compressed_ =
        std::make_unique<table::CompressedSink>(options.format.compression, std::move(sink));
    json_ =
        std::make_unique<JsonWriter>([this](std::string_view bytes) { compressed_->write(bytes); });
    return;
  }
  std::vector<Column> columns = {"page",
                                 "template",
                                 {"confidence", ColumnType::kNumber},
                                 {"needs_review", ColumnType::kTexts}};
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    // A field may be called like one of our own columns.
    const bool is_taken = std::ranges::find(columns, fields_[i], &Column::name) != columns.end();
    columns.emplace_back(is_taken ? "field_" + fields_[i] : fields_[i],
                         is_list_[i] ? ColumnType::kTexts : ColumnType::kText);
  }
  table_.emplace(options.format, columns, std::move(sink));
}

void RecordWriter::write(const pipeline::PageRecord& record) {
  if (!has_any_field(record) && !options_.all) return;
  json_ != nullptr ? write_nested(record) : write_flat(record);
}

void RecordWriter::write_nested(const pipeline::PageRecord& record) {
  JsonWriter& json = *json_;
  json.begin_object().member("page", record.page).key("template");
  record.rules == nullptr ? json.null() : json.value(record.rules->label);
  json.key("fields").begin_object();
  for (std::size_t i = 0; i < record.fields.size(); ++i) {
    const FoundField& field = record.fields[i];
    if (field.state != FieldState::kFound) continue;
    const wrapper::FieldRule& rule = record.rules->fields[i];
    json.key(rule.name).begin_object();
    if (rule.is_list) {
      json.key("values").begin_array();
      for (const std::string& value : field.values) json.value(value);
      json.end_array();
    } else {
      json.member("value", field.values.front());
    }
    json.member_decimal("confidence", field.confidence, 3).end_object();
  }
  json.end_object().key("needs_review").begin_array();
  for (std::size_t i = 0; i < record.fields.size(); ++i) {
    if (record.fields[i].state == FieldState::kReview) json.value(record.rules->fields[i].name);
  }
  json.end_array().end_object().end_line();
}

void RecordWriter::write_flat(const pipeline::PageRecord& record) {
  std::vector<std::string_view> review;
  std::vector<Cell> cells(4 + fields_.size());
  std::vector<std::vector<std::string_view>> lists(fields_.size());
  for (std::size_t i = 0; i < record.fields.size(); ++i) {
    const FoundField& field = record.fields[i];
    const std::string& name = record.rules->fields[i].name;
    if (field.state == FieldState::kReview) review.push_back(name);
    if (field.state != FieldState::kFound) continue;
    const std::size_t column = column_of_.find(name)->second;
    if (is_list_[column]) {
      lists[column].assign(field.values.begin(), field.values.end());
      cells[4 + column] = Cell(std::span<const std::string_view>(lists[column]));
    } else {
      cells[4 + column] = Cell(field.values.front());
    }
  }
  cells[0] = Cell(record.page);
  if (record.rules != nullptr) cells[1] = Cell(record.rules->label);
  if (has_any_field(record)) cells[2] = Cell(least_confidence(record));
  cells[3] = Cell(std::span<const std::string_view>(review));
  table_->row(cells);
}

void RecordWriter::finish() {
  if (json_ != nullptr) {
    json_->finish();
    compressed_->finish();
  } else {
    table_->finish();
  }
}

std::string summarise(const pipeline::LearnRun& run) {
  std::string text = "pages     " + pipeline::describe_counts(run.counts, "usable") + "\n";
  const std::size_t with_fields = static_cast<std::size_t>(std::ranges::count_if(
      run.wrapper.templates,
      [](const wrapper::TemplateRules& rules) { return !rules.fields.empty(); }));
  text += fmt::format("templates {}, fields learned for {}\n", with_commas(run.templates),
                      with_commas(with_fields));
  text += fmt::format("labels    {}, {} of them not usable\n", with_commas(run.labels),
                      with_commas(run.problems.size()));
  text +=
      "fields    template  field                 labels  filled  agreement  doubt  by, and "
      "examples\n";
  for (const pipeline::FieldSummary& field : run.fields) {
    const double filled =
        field.pages == 0 ? 0 : 100.0 * static_cast<double>(field.filled) / field.pages;
    text += fmt::format("          {:<8}  {:<20}  {:>6}  {:>4.0f} %  {:>9.2f}  {:>3.0f} %  {}",
                        shown(field.template_label), shown(field.field), field.labels, filled,
                        field.agreement, 100 * field.doubt, field.place);
    if (!field.part.empty()) text += "; " + field.part;
    if (field.is_list) text += "; a list";
    if (field.is_borrowed) text += "; by labels of a similar template";
    for (std::size_t i = 0; i < std::min<std::size_t>(2, field.examples.size()); ++i) {
      text += (i == 0 ? ": " : " | ") + shown(field.examples[i]);
    }
    text += "\n";
  }
  std::size_t asked = 0;
  for (const pipeline::FieldSummary& field : run.fields) {
    if (field.ask.empty() || field.doubt < 0.02 || ++asked > kShownProblems) continue;
    text += fmt::format("in doubt  {} of template {}: label {} next\n", printable(field.field),
                        printable(field.template_label), printable(field.ask));
  }
  return text + fmt::format("time      {:.2f} s: reading and clustering {:.2f}, learning {:.2f}\n",
                            run.read_seconds + run.learn_seconds, run.read_seconds,
                            run.learn_seconds);
}

std::string describe_problems(const pipeline::LearnRun& run, bool all) {
  std::string text;
  const std::size_t count =
      all ? run.problems.size() : std::min(run.problems.size(), kShownProblems);
  for (std::size_t i = 0; i < count; ++i) {
    const pipeline::LabelProblem& one = run.problems[i];
    if (!one.file.empty()) text += fmt::format("{}, line {}: ", printable(one.file), one.line);
    text += fmt::format("field '{}' of page '{}': {}\n", printable(one.field), printable(one.page),
                        one.problem);
  }
  if (count < run.problems.size()) {
    text += fmt::format("and {} more labels that cannot be used; -v shows all\n",
                        with_commas(run.problems.size() - count));
  }
  return text;
}

std::string to_json(const pipeline::LearnRun& run) {
  JsonWriter json;
  json.begin_object();
  json.on_line(2).member("labels", run.labels);
  json.on_line(2).key("fields").begin_array();
  for (const pipeline::FieldSummary& field : run.fields) {
    json.on_line(4)
        .begin_object()
        .member("template", field.template_label)
        .member("field", field.field);
    json.member("labels", field.labels).member("pages", field.pages).member("filled", field.filled);
    json.member_decimal("agreement", field.agreement, 3).member_decimal("doubt", field.doubt, 3);
    json.key("label_next");
    field.ask.empty() ? json.null() : json.value(field.ask);
    json.member("by", field.place).member("part", field.part).member("list", field.is_list);
    json.key("examples").begin_array();
    for (const std::string& example : field.examples) json.value(example);
    json.end_array().end_object();
  }
  json.on_line(2).end_array();
  json.on_line(2).key("problems").begin_array();
  for (const pipeline::LabelProblem& one : run.problems) {
    json.on_line(4).begin_object().member("file", one.file).member("line", one.line);
    json.member("page", one.page)
        .member("field", one.field)
        .member("problem", one.problem)
        .end_object();
  }
  json.on_line(2).end_array();
  json.on_line(0).end_object();
  return json.finish();
}

std::string summarise(const pipeline::ExtractRun& run, const wrapper::Wrapper& wrapper) {
  std::string text = "pages     " + pipeline::describe_counts(run.counts, "read") + "\n";
  text += fmt::format("records   {}; {} pages of templates without fields, {} of no template\n",
                      with_commas(run.records), with_commas(run.other), with_commas(run.unknown));
  text +=
      "fields    template  field                 filled, before  agreement, before  shape  state\n";
  for (const TemplateHealth& health : run.templates) {
    const wrapper::TemplateRules& rules = wrapper.templates[health.template_number];
    if (health.pages == 0 && !health.is_gone) continue;
    for (std::size_t i = 0; i < rules.fields.size(); ++i) {
      const wrapper::FieldProfile& profile = rules.fields[i].profile;
      const double before = profile.pages == 0 ? 0 : 100.0 * profile.filled / profile.pages;
      const wrapper::FieldHealth& now = health.fields[i];
      text += fmt::format(
          "          {:<8}  {:<20}  {:>4.0f} %   {:>3.0f} %     {:>8.2f}    {:>4.2f}  {:>5.2f}  "
          "{}{}\n",
          shown(rules.label), shown(rules.fields[i].name), 100 * now.fill_rate(), before,
          now.agreement(), profile.agreement, now.shape(), to_text(health.diagnoses[i].state),
          health.diagnoses[i].reason.empty() ? "" : ": " + health.diagnoses[i].reason);
    }
    for (const wrapper::Relocation& one : health.relocated.fields) {
      if (one.confidence <= 0) {
        text += fmt::format("          {:<8}  {:<20}  not found again\n", shown(rules.label),
                            shown(one.field));
        continue;
      }
      text += fmt::format("          {:<8}  {:<20}  found again with confidence {:.2f}: '{}'{}\n",
                          shown(rules.label), shown(one.field), one.confidence, shown(one.example),
                          one.label.empty() ? "" : " behind '" + shown(one.label) + "'");
    }
  }
  return text + fmt::format("time      {:.2f} s\n", run.seconds);
}

std::string to_json(const pipeline::ExtractRun& run, const wrapper::Wrapper& wrapper) {
  JsonWriter json;
  json.begin_object();
  json.on_line(2).member("records", run.records);
  json.on_line(2).member("other_templates", run.other);
  json.on_line(2).member("no_template", run.unknown);
  json.on_line(2).member("broken", run.broken());
  json.on_line(2).key("fields").begin_array();
  for (const TemplateHealth& health : run.templates) {
    const wrapper::TemplateRules& rules = wrapper.templates[health.template_number];
    for (std::size_t i = 0; i < rules.fields.size(); ++i) {
      const wrapper::FieldHealth& now = health.fields[i];
      const wrapper::FieldProfile& before = rules.fields[i].profile;
      json.on_line(4)
          .begin_object()
          .member("template", rules.label)
          .member("field", rules.fields[i].name);
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
  }
  json.on_line(2).end_array();
  json.on_line(0).end_object();
  return json.finish();
}

}  // namespace pagekin::report
