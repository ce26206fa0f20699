#include "pagekin/report/field_records.h"

#include <algorithm>
#include <set>
#include <utility>

#include "pagekin/core/text.h"

namespace pagekin::report {
namespace {

using wrapper::FieldState;
using wrapper::FoundField;

// Of the fields that were found; none if there are none.
std::optional<double> least_confidence(const extraction::FieldRecord& record) {
  std::optional<double> least;
  for (const FoundField& field : record.fields) {
    if (field.state != FieldState::kFound) continue;
    least = std::min(least.value_or(1), field.confidence);
  }
  for (const extraction::FoundRecord& found_record : record.records) {
    if (!found_record.rows.empty()) least = std::min(least.value_or(1), found_record.confidence);
  }
  return least;
}

// The name, or the name behind prefixes if it is taken; takes it.
std::string name_beside(std::set<std::string>& taken, std::string_view prefix, std::string name) {
  while (!taken.insert(name).second) name.insert(0, prefix);
  return name;
}

bool has_any_field(const extraction::FieldRecord& record) {
  return record.rules != nullptr && record.rules->has_any();
}

}  // namespace

FieldRecordWriter::FieldRecordWriter(const Options& options, const wrapper::Wrapper& wrapper,
                                     TableWriter::Sink sink)
    : options_(options), wrapper_(wrapper) {
  std::vector<std::string> ids;
  ids.reserve(wrapper.templates.size());
  std::map<std::string_view, std::size_t> column_of;
  columns_ = {"page",
              "template",
              {"confidence", ColumnType::kNumber},
              {"needs_review", ColumnType::kTexts}};
  std::set<std::string> taken{"confidences"};
  for (const Column& column : columns_) taken.insert(column.name);
  for (const wrapper::TemplateRules& rules : wrapper.templates) {
    ids.push_back(rules.label);
    std::vector<std::size_t>& own = columns_of_.emplace_back();
    for (const wrapper::FieldRule& rule : rules.fields) {
      const auto [place, is_new] = column_of.emplace(rule.name, columns_.size());
      own.push_back(place->second);
      // A field may be called like one of our own columns.
      if (is_new) columns_.emplace_back(name_beside(taken, "field_", rule.name), ColumnType::kText);
      if (rule.is_list) columns_[place->second].type = ColumnType::kTexts;
    }
  }
  for (const wrapper::TemplateRules& rules : wrapper.templates) {
    for (const rows::RecordRule& rule : rules.records.records) {
      const auto [name, is_new_record] = record_names_.emplace(rule.name, std::string());
      if (is_new_record) name->second = name_beside(taken, "record_", rule.name);
      if (options.format.table == TableFormat::kJsonl) continue;
      for (const rows::Cell& cell : rule.cells) {
        const std::string of_cell = name->second + "." + cell.name;
        const auto [place, is_new] = record_columns_.emplace(of_cell, columns_.size());
        if (!is_new) continue;
        // Where a template has no rows, the cell may be a field of it, which is a list as well.
        const auto field = std::ranges::find(columns_, of_cell, &Column::name);
        if (field == columns_.end()) {
          columns_.emplace_back(of_cell, ColumnType::kTexts);
        } else {
          place->second = static_cast<std::size_t>(field - columns_.begin());
          field->type = ColumnType::kTexts;
        }
      }
    }
  }
  ids_ = TemplateIds(std::move(ids));
  columns_[kTemplate] = ids_.column();
  add_types();
  if (options.format.table == TableFormat::kJsonl) {
    compressed_ =
        std::make_unique<table::CompressedSink>(options.format.compression, std::move(sink));
    json_ =
        std::make_unique<JsonWriter>([this](std::string_view bytes) { compressed_->write(bytes); });
    return;
  }
  table_.emplace(options.format, columns_, std::move(sink));
}

// Gives columns of single values the type that their values have in all templates.
void FieldRecordWriter::add_types() {
  const ValueForms forms = forms_in(options_.forms, options_.format.table);
  typed_.resize(columns_.size());
  text_columns_.assign(columns_.size(), 0);
  if (forms == ValueForms::kTexts) return;  // a writer of one page makes none of what follows
  std::vector<std::vector<std::string>> examples(columns_.size());
  for (std::size_t t = 0; t < wrapper_.templates.size(); ++t) {
    const std::vector<wrapper::FieldRule>& fields = wrapper_.templates[t].fields;
    for (std::size_t f = 0; f < fields.size(); ++f) {
      std::vector<std::string>& own = examples[columns_of_[t][f]];
      own.insert(own.end(), fields[f].profile.examples.begin(), fields[f].profile.examples.end());
    }
  }
  std::vector<std::string> names;
  for (const Column& column : columns_) names.push_back(column.name);
  for (const auto& [given, name] : record_names_) names.push_back(name);
  for (std::size_t c = kReview + 1; c < typed_.size(); ++c) {
    if (columns_[c].type != ColumnType::kText) continue;
    typed_[c] = TypedColumn(forms, examples[c]);
    columns_[c].type = typed_[c].type();
    if (!typed_[c].has_text()) continue;
    text_columns_[c] = columns_.size();
    names.push_back(name_of_text(columns_[c].name, names));
    columns_.emplace_back(names.back());
  }
}

std::map<std::string, std::uint64_t> FieldRecordWriter::misfits() const {
  std::map<std::string, std::uint64_t> counts;
  for (std::size_t c = 0; c < typed_.size(); ++c) {
    if (typed_[c].misfits() > 0) counts[columns_[c].name] = typed_[c].misfits();
  }
  return counts;
}

void FieldRecordWriter::write(const extraction::FieldRecord& record) {
  if (!has_any_field(record) && !options_.all) return;
  ++rows_;
  std::vector<Cell> cells(columns_.size());
  std::vector<std::vector<std::string_view>> lists(columns_.size());
  for (std::size_t i = 0; i < record.fields.size(); ++i) {
    const FoundField& field = record.fields[i];
    const std::size_t column = column_of(record, i);
    const bool is_found = field.state == FieldState::kFound;
    const bool is_misfit = is_found && columns_[column].type != ColumnType::kTexts &&
                           !typed_[column].fits(field.values.front());
    if (wrapper::needs_review(field) || is_misfit) {
      lists[kReview].push_back(columns_[column].name);
    }
    if (columns_[column].type == ColumnType::kTexts) {
      if (is_found) {
        lists[column].assign(field.values.begin(), field.values.end());
      }
      cells[column] = Cell(std::span<const std::string_view>(lists[column]));
    } else if (is_found) {
      const std::string& text = field.values.front();
      cells[column] = table_ ? typed_[column].cell(text) : Cell(text);
      if (typed_[column].has_text()) cells[text_columns_[column]] = Cell(text);
    }
  }
  if (table_) add_record_cells(record, cells, lists);
  for (std::size_t r = 0; r < record.records.size(); ++r) {
    if (record.records[r].needs_review) {
      lists[kReview].push_back(name_of(record.rules->records.records[r]));
    }
  }
  cells[kPage] = Cell(record.page);
  if (record.rules != nullptr) cells[kTemplate] = ids_.cell(number_of(record));
  if (const std::optional<double> least = least_confidence(record)) {
    cells[kConfidence] = Cell(*least);
  }
  cells[kReview] = Cell(std::span<const std::string_view>(lists[kReview]));
  if (table_) {
    table_->row(cells);
  } else {
    write_json(record, cells);
  }
}

// In a table, a cell of a record is a list; rows that lack it have an empty text, so that the lists
// of a record are equally long.
void FieldRecordWriter::add_record_cells(const extraction::FieldRecord& record,
                                         std::vector<Cell>& cells,
                                         std::vector<std::vector<std::string_view>>& lists) const {
  for (std::size_t r = 0; r < record.records.size(); ++r) {
    const rows::RecordRule& rule = record.rules->records.records[r];
    for (std::size_t c = 0; c < rule.cells.size(); ++c) {
      const std::size_t column = record_columns_.at(name_of(rule) + "." + rule.cells[c].name);
      lists[column].clear();
      for (const rows::FoundRow& row : record.records[r].rows) {
        lists[column].push_back(row.cells[c]);
      }
      cells[column] = Cell(std::span<const std::string_view>(lists[column]));
    }
  }
}

void FieldRecordWriter::write_records(const extraction::FieldRecord& record) {
  for (std::size_t r = 0; r < record.records.size(); ++r) {
    const rows::RecordRule& rule = record.rules->records.records[r];
    json_->key(name_of(rule)).begin_array();
    for (const rows::FoundRow& row : record.records[r].rows) {
      json_->begin_object();
      for (std::size_t c = 0; c < rule.cells.size(); ++c) {
        json_->key(rule.cells[c].name);
        row.cells[c].empty() ? json_->null() : json_->value(row.cells[c]);
      }
      json_->end_object();
    }
    json_->end_array();
  }
}

void FieldRecordWriter::write_json(const extraction::FieldRecord& record,
                                   const std::vector<Cell>& cells) {
  JsonWriter& json = *json_;
  json.begin_object().member("page", record.page).key("template");
  write_cell(json, cells[kTemplate]);
  const std::optional<double> least = least_confidence(record);
  if (least) {
    json.member_decimal("confidence", *least, 3);
  } else {
    json.key("confidence").null();
  }
  json.key("needs_review");
  write_cell(json, cells[kReview]);
  for (std::size_t i = 0; i < record.fields.size(); ++i) {
    const std::size_t column = column_of(record, i);
    json.key(columns_[column].name);
    const auto* const text = std::get_if<std::string_view>(&cells[column].value());
    if (text == nullptr) {
      write_cell(json, cells[column]);
    } else {
      typed_[column].write(json, *text);
    }
    if (typed_[column].has_text()) {
      json.key(columns_[text_columns_[column]].name);
      write_cell(json, cells[text_columns_[column]]);
    }
  }
  write_records(record);
  json.key("confidences").begin_object();
  for (std::size_t i = 0; i < record.fields.size(); ++i) {
    if (record.fields[i].state != FieldState::kFound) continue;
    json.member_decimal(columns_[column_of(record, i)].name, record.fields[i].confidence, 3);
  }
  for (std::size_t r = 0; r < record.records.size(); ++r) {
    if (record.records[r].rows.empty()) continue;
    json.member_decimal(name_of(record.rules->records.records[r]), record.records[r].confidence, 3);
  }
  json.end_object().end_object().end_line();
}

std::size_t FieldRecordWriter::number_of(const extraction::FieldRecord& record) const {
  return static_cast<std::size_t>(record.rules - wrapper_.templates.data());
}

std::size_t FieldRecordWriter::column_of(const extraction::FieldRecord& record,
                                         std::size_t field) const {
  return columns_of_[number_of(record)][field];
}

const std::string& FieldRecordWriter::name_of(const rows::RecordRule& record) const {
  return record_names_.at(record.name);
}

void FieldRecordWriter::finish() {
  if (json_ != nullptr) {
    json_->finish();
    compressed_->finish();
  } else {
    table_->finish();
  }
}

}  // namespace pagekin::report
