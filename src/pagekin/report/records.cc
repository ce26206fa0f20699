#include "pagekin/report/records.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/report/json_writer.h"
#include "pagekin/report/numbers.h"
#include "pagekin/report/template_ids.h"
#include "pagekin/table/compressed_sink.h"

namespace pagekin::report {
namespace {

constexpr std::size_t kMostFiles = 200;
constexpr std::string_view kPlaceholder = "{template}";

// A name as part of a file name.
std::string in_path(std::string_view name) {
  std::string safe;
  for (const char c : name.substr(0, 80)) {
    const bool is_plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                          (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
    safe += is_plain ? c : '_';
  }
  return safe;
}

// Where a value of a column goes.
struct Place {
  bool is_list = false;
  std::uint32_t group = skeleton::kNone;  // in Layout::groups
  std::size_t cell = 0;                   // of the main table, or of the group's
};

struct GroupLayout {
  std::string name;
  std::vector<std::uint32_t> columns;
};

// How the columns of a template are laid out.
struct Layout {
  std::vector<Place> places;  // by column
  std::vector<GroupLayout> groups;
  std::vector<std::uint32_t> main;  // columns of the main table
};

Layout layout_of(const skeleton::TemplateSchema& schema) {
  Layout layout;
  std::vector<std::uint32_t> sizes(schema.model.records.records.size());
  for (const skeleton::Column& column : schema.columns) {
    const skeleton::Slot& slot = schema.model.slots[column.slot];
    if (schema.model.record_of(slot) != nullptr) ++sizes[slot.record];
  }
  std::vector<std::uint32_t> numbers(sizes.size(), skeleton::kNone);
  for (std::uint32_t c = 0; c < schema.columns.size(); ++c) {
    const skeleton::Slot& slot = schema.model.slots[schema.columns[c].slot];
    Place place{.is_list = slot.rule.is_list};
    const rows::RecordRule* const record = schema.model.record_of(slot);
    if (record != nullptr && sizes[slot.record] > 1) {
      if (numbers[slot.record] == skeleton::kNone) {
        numbers[slot.record] = static_cast<std::uint32_t>(layout.groups.size());
        layout.groups.push_back({.name = record->name, .columns = {}});
      }
      place.group = numbers[slot.record];
      place.cell = layout.groups[place.group].columns.size();
      layout.groups[place.group].columns.push_back(c);
    } else {
      place.cell = layout.main.size();
      layout.main.push_back(c);
    }
    layout.places.push_back(place);
  }
  return layout;
}

// Whether the texts of most pages are what their examples are. Codes and years may look like
// numbers on few pages.
bool agrees_with(ColumnType type, skeleton::ValueType seen) {
  switch (type) {
    case ColumnType::kNumber:
      return seen == skeleton::ValueType::kNumber || seen == skeleton::ValueType::kMoney;
    case ColumnType::kDate:
      return seen == skeleton::ValueType::kDate;
    default:
      return true;
  }
}

// By column of the template. Lists have texts.
std::vector<TypedColumn> types_of(const skeleton::TemplateSchema& schema, const Layout& layout,
                                  ValueForms forms) {
  std::vector<TypedColumn> types(schema.columns.size());
  for (std::size_t c = 0; c < types.size(); ++c) {
    const skeleton::Slot& slot = schema.model.slots[schema.columns[c].slot];
    const bool is_list = layout.places[c].is_list && layout.places[c].group == skeleton::kNone;
    TypedColumn typed(forms, slot.examples);
    if (!is_list && agrees_with(typed.type(), slot.type)) types[c] = typed;
  }
  return types;
}

// The columns of a table and, of those with values and texts, the columns of the texts.
void add_columns(std::vector<Column> wanted, std::span<const TypedColumn* const> types,
                 std::vector<Column>& columns) {
  std::vector<std::string> names;
  for (const std::vector<Column>* some : {&columns, &wanted}) {
    for (const Column& column : *some) names.push_back(column.name);
  }
  for (std::size_t c = 0; c < wanted.size(); ++c) {
    if (types[c]->has_values()) wanted[c].type = types[c]->type();
    columns.push_back(wanted[c]);
    if (!types[c]->has_text()) continue;
    names.push_back(name_of_text(wanted[c].name, names));
    columns.emplace_back(names.back());
  }
}

// The name of a column inside its records: "author" of "posts.author".
std::string_view cell_name(std::string_view column, std::string_view group) {
  const bool has_group =
      column.size() > group.size() + 1 && column.starts_with(group) && column[group.size()] == '.';
  return has_group ? column.substr(group.size() + 1) : column;
}

// The records of a group on a page: by record and column of the group its values.
using Records = std::vector<std::vector<std::string>>;

std::vector<Records> records_of(const Layout& layout, const extraction::Record& record) {
  std::vector<Records> all(layout.groups.size());
  std::vector<std::vector<std::uint32_t>> elements(layout.groups.size());
  for (const extraction::RecordValue& value : record.values) {
    const Place& place = layout.places[value.column];
    if (place.group != skeleton::kNone) elements[place.group].push_back(value.record);
  }
  for (std::size_t g = 0; g < all.size(); ++g) {
    std::ranges::sort(elements[g]);
    elements[g].erase(std::unique(elements[g].begin(), elements[g].end()), elements[g].end());
    all[g].assign(elements[g].size(), std::vector<std::string>(layout.groups[g].columns.size()));
  }
  for (const extraction::RecordValue& value : record.values) {
    const Place& place = layout.places[value.column];
    if (place.group == skeleton::kNone) continue;
    const auto found = std::ranges::lower_bound(elements[place.group], value.record);
    all[place.group][static_cast<std::size_t>(found - elements[place.group].begin())][place.cell] =
        value.text;
  }
  return all;
}

std::string_view file_of(std::string_view path) { return path.substr(path.rfind('/') + 1); }

}  // namespace

std::string record_path(const std::string& path, const skeleton::Schema& schema,
                        std::size_t template_number, std::string_view record) {
  const std::string id = in_path(schema.templates[template_number].id);
  std::string made = path;
  bool has_id = false;
  for (std::size_t at = made.find(kPlaceholder); at != std::string::npos;
       at = made.find(kPlaceholder, at + id.size())) {
    made.replace(at, kPlaceholder.size(), id);
    has_id = true;
  }
  std::string middle;
  if (!has_id && schema.templates.size() > 1) middle += "." + id;
  if (!record.empty()) middle += "." + in_path(record);
  const std::size_t file = made.size() - file_of(made).size();
  // The ending may have two parts: .csv.gz.
  std::size_t dot = made.rfind('.');
  if (dot == std::string::npos || dot < file) return made + middle;
  const std::string_view last = std::string_view(made).substr(dot);
  if (last == ".gz" || last == ".zst") {
    const std::size_t before = dot == 0 ? std::string::npos : made.rfind('.', dot - 1);
    if (before != std::string::npos && before >= file) dot = before;
  }
  return made.insert(dot, middle);
}

struct RecordWriter::State {
  const skeleton::Schema* schema = nullptr;
  std::vector<Layout> layouts;                  // by template
  std::vector<std::vector<TypedColumn>> types;  // by template and column
  TemplateIds ids;
  std::vector<WrittenFile> files;

  // JSON lines: one writer for all templates, or one for each.
  struct JsonFile {
    std::unique_ptr<table::CompressedSink> sink;
    std::unique_ptr<JsonWriter> json;
  };
  std::vector<JsonFile> json;

  // Other formats, by template.
  struct Tables {
    std::size_t first_file = 0;  // in `files`: that of `main`, those of groups follow
    std::unique_ptr<TableWriter> main;
    std::vector<std::unique_ptr<TableWriter>> groups;
  };
  std::vector<Tables> tables;

  void write_json(const extraction::Record& record) {
    const std::size_t number = json.size() == 1 ? 0 : record.table;
    JsonFile& file = json[number];
    ++files[number].rows;
    const skeleton::TemplateSchema& learned = schema->templates[record.table];
    const Layout& layout = layouts[record.table];
    JsonWriter& out = *file.json;
    out.begin_object().member("page", record.page);
    out.key("template");
    write_cell(out, ids.cell(record.table));
    out.member_decimal("confidence", record.confidence, 3);
    std::size_t at = 0;
    for (const std::uint32_t column : layout.main) {
      while (at < record.values.size() && record.values[at].column < column) ++at;
      out.key(learned.columns[column].name);
      const bool has_value = at < record.values.size() && record.values[at].column == column;
      if (layout.places[column].is_list) {
        out.begin_array();
        for (; at < record.values.size() && record.values[at].column == column; ++at) {
          out.value(record.values[at].text);
        }
        out.end_array();
      } else if (has_value) {
        types[record.table][column].write(out, record.values[at].text);
      } else {
        out.null();
      }
      if (types[record.table][column].has_text()) {
        out.key(learned.columns[column].name + "_text");
        has_value ? out.value(record.values[at].text) : out.null();
      }
    }
    const std::vector<Records> groups = records_of(layout, record);
    for (std::size_t g = 0; g < groups.size(); ++g) {
      out.key(layout.groups[g].name).begin_array();
      for (const std::vector<std::string>& cells : groups[g]) {
        out.begin_object();
        for (std::size_t c = 0; c < cells.size(); ++c) {
          const std::uint32_t column = layout.groups[g].columns[c];
          const std::string_view name =
              cell_name(learned.columns[column].name, layout.groups[g].name);
          TypedColumn& type = types[record.table][column];
          out.key(name);
          if (cells[c].empty()) {
            out.null();
          } else {
            type.write(out, cells[c]);
          }
          if (type.has_text()) {
            out.key(std::string(name) + "_text");
            cells[c].empty() ? out.null() : out.value(cells[c]);
          }
        }
        out.end_object();
      }
      out.end_array();
    }
    out.end_object().end_line();
  }

  // The cell of a column and, if asked for, that of its text.
  static void add_typed(TypedColumn& type, bool is_empty, std::string_view text,
                        std::vector<Cell>& cells) {
    cells.push_back(is_empty ? Cell() : type.cell(text));
    if (type.has_text()) cells.push_back(is_empty ? Cell() : Cell(text));
  }

  void write_tables(const extraction::Record& record) {
    const Layout& layout = layouts[record.table];
    Tables& own = tables[record.table];
    std::vector<std::vector<std::string_view>> texts(layout.main.size());
    for (const extraction::RecordValue& value : record.values) {
      const Place& place = layout.places[value.column];
      if (place.group == skeleton::kNone) texts[place.cell].push_back(value.text);
    }
    std::vector<Cell> cells{record.page, ids.cell(record.table), Cell(record.confidence)};
    cells.reserve(3 + texts.size());
    for (std::size_t c = 0; c < texts.size(); ++c) {
      if (layout.places[layout.main[c]].is_list) {
        cells.emplace_back(std::span<const std::string_view>(texts[c]));
        continue;
      }
      const std::string_view text = texts[c].empty() ? std::string_view() : texts[c].front();
      add_typed(types[record.table][layout.main[c]], texts[c].empty(), text, cells);
    }
    own.main->row(cells);
    ++files[own.first_file].rows;
    const std::vector<Records> groups = records_of(layout, record);
    for (std::size_t g = 0; g < groups.size(); ++g) {
      std::int64_t number = 0;
      for (const std::vector<std::string>& values : groups[g]) {
        std::vector<Cell> row{record.page, ids.cell(record.table), Cell(++number)};
        for (std::size_t c = 0; c < values.size(); ++c) {
          add_typed(types[record.table][layout.groups[g].columns[c]], values[c].empty(), values[c],
                    row);
        }
        own.groups[g]->row(row);
        ++files[own.first_file + 1 + g].rows;
      }
    }
  }
};

RecordWriter::RecordWriter(const std::string& path, const FileFormat& format,
                           const skeleton::Schema& schema, const Open& open, ValueForms forms)
    : state_(std::make_unique<State>()) {
  State& state = *state_;
  state.schema = &schema;
  std::size_t files = 0;
  std::vector<std::string> ids;
  ids.reserve(schema.templates.size());
  for (const skeleton::TemplateSchema& learned : schema.templates) {
    state.layouts.push_back(layout_of(learned));
    state.types.push_back(types_of(learned, state.layouts.back(), forms_in(forms, format.table)));
    ids.push_back(learned.id);
    files += 1 + state.layouts.back().groups.size();
  }
  state.ids = TemplateIds(std::move(ids));
  const bool is_json = format.table == TableFormat::kJsonl;
  const bool is_split = path.find(kPlaceholder) != std::string::npos;
  if (is_json && is_split) files = schema.templates.size();
  if ((!is_json || is_split) && files > kMostFiles) {
    throw OptionError(option_named("output") + ": this would make " + with_commas(files) +
                          " files, at most " + std::to_string(kMostFiles) +
                          " are made; write one file of JSON lines, or choose templates with " +
                          option_named("template"),
                      "output");
  }
  const auto open_path = [&](const std::string& name) {
    state.files.push_back({.path = name});
    return open(name);
  };
  if (is_json) {
    const std::size_t count = is_split ? schema.templates.size() : 1;
    for (std::size_t t = 0; t < count; ++t) {
      State::JsonFile& file = state.json.emplace_back();
      file.sink = std::make_unique<table::CompressedSink>(
          format.compression, open_path(is_split ? record_path(path, schema, t, {}) : path));
      file.json = std::make_unique<JsonWriter>(
          [sink = file.sink.get()](std::string_view bytes) { sink->write(bytes); });
    }
    return;
  }
  for (std::size_t t = 0; t < schema.templates.size(); ++t) {
    const skeleton::TemplateSchema& learned = schema.templates[t];
    const Layout& layout = state.layouts[t];
    State::Tables& made = state.tables.emplace_back();
    made.first_file = state.files.size();
    std::vector<Column> columns{"page", state.ids.column(), {"confidence", ColumnType::kNumber}};
    const auto add = [&](const std::vector<std::uint32_t>& chosen, std::string_view group,
                         std::vector<Column>& all) {
      std::vector<Column> wanted;
      std::vector<const TypedColumn*> types;
      for (const std::uint32_t column : chosen) {
        const bool is_list = group.empty() && layout.places[column].is_list;
        const std::string& name = learned.columns[column].name;
        wanted.emplace_back(group.empty() ? name : std::string(cell_name(name, group)),
                            is_list ? ColumnType::kTexts : ColumnType::kText);
        types.push_back(&state.types[t][column]);
      }
      add_columns(std::move(wanted), types, all);
    };
    add(layout.main, {}, columns);
    made.main =
        std::make_unique<TableWriter>(format, columns, open_path(record_path(path, schema, t, {})));
    for (const GroupLayout& group : layout.groups) {
      std::vector<Column> members{"page", state.ids.column(), {"record", ColumnType::kInteger}};
      add(group.columns, group.name, members);
      made.groups.push_back(std::make_unique<TableWriter>(
          format, members, open_path(record_path(path, schema, t, group.name))));
    }
  }
}

RecordWriter::~RecordWriter() = default;

const std::vector<WrittenFile>& RecordWriter::files() const { return state_->files; }

std::map<std::string, std::uint64_t> RecordWriter::misfits() const {
  std::map<std::string, std::uint64_t> counts;
  for (std::size_t t = 0; t < state_->types.size(); ++t) {
    for (std::size_t c = 0; c < state_->types[t].size(); ++c) {
      const std::uint64_t misfits = state_->types[t][c].misfits();
      if (misfits > 0) counts[state_->schema->templates[t].columns[c].name] += misfits;
    }
  }
  return counts;
}

void RecordWriter::write(const extraction::Record& record) {
  if (state_->json.empty()) {
    state_->write_tables(record);
  } else {
    state_->write_json(record);
  }
}

void RecordWriter::finish() {
  for (State::JsonFile& file : state_->json) {
    file.json->finish();
    file.sink->finish();
  }
  for (State::Tables& tables : state_->tables) {
    tables.main->finish();
    for (const auto& group : tables.groups) group->finish();
  }
}

}  // namespace pagekin::report
