#include "pagekin/table.h"

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

#include "pagekin/api/cluster_details.h"
#include "pagekin/api/output_files.h"
#include "pagekin/core/atomic_file.h"
#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/report/page_table.h"
#include "pagekin/table/file_format.h"
#include "pagekin/url/page_shape.h"

namespace pagekin {
namespace {

constexpr std::size_t kBits = 8;

// In the order of ColumnKind.
constexpr std::array kTypes = {table::ColumnType::kText, table::ColumnType::kInteger,
                               table::ColumnType::kNumber, table::ColumnType::kBoolean,
                               table::ColumnType::kTexts};

table::ColumnType type_of(ColumnKind kind) { return kTypes[static_cast<std::size_t>(kind)]; }

ColumnKind kind_of(table::ColumnType type) {
  if (type == table::ColumnType::kDate) return ColumnKind::kInteger;
  return static_cast<ColumnKind>(std::ranges::find(kTypes, type) - kTypes.begin());
}

void add_bit(std::vector<std::uint8_t>& bits, std::size_t at, bool is_set) {
  if (at / kBits == bits.size()) bits.push_back(0);
  if (is_set) bits[at / kBits] = static_cast<std::uint8_t>(bits[at / kBits] | 1U << at % kBits);
}

// Collects rows as columns.
class ColumnRows final : public table::RowWriter {
 public:
  ColumnRows(std::span<const table::Column> header, Table& out) : table_(&out) {
    for (const table::Column& column : header) {
      TableColumn& made = table_->columns.emplace_back();
      made.name = column.name;
      made.kind = kind_of(column.type);
      if (made.kind == ColumnKind::kText || made.kind == ColumnKind::kTexts) made.ends = {0};
      if (made.kind == ColumnKind::kTexts) made.list_ends = {0};
    }
  }

  void row(std::span<const table::Cell> cells) override {
    for (std::size_t i = 0; i < cells.size(); ++i) add(table_->columns[i], cells[i]);
    ++table_->rows;
  }

  void finish() override {
    for (TableColumn& column : table_->columns) {
      if (column.missing == 0) column.valid.clear();
    }
  }

 private:
  static void add_text(TableColumn& column, std::string_view text) {
    column.text += to_valid_utf8(text);
    column.ends.push_back(static_cast<std::int64_t>(column.text.size()));
  }

  void add(TableColumn& column, const table::Cell& cell) const {
    const table::Cell::Value& value = cell.value();
    const bool is_missing = std::holds_alternative<std::monostate>(value);
    add_bit(column.valid, table_->rows, !is_missing);
    if (is_missing) ++column.missing;
    switch (column.kind) {
      case ColumnKind::kText:
        add_text(column, is_missing ? std::string_view() : std::get<std::string_view>(value));
        break;
      case ColumnKind::kInteger:
        column.integers.push_back(is_missing ? 0 : std::get<std::int64_t>(value));
        break;
      case ColumnKind::kNumber:
        column.numbers.push_back(is_missing ? 0 : std::get<double>(value));
        break;
      case ColumnKind::kFlag:
        add_bit(column.flags, table_->rows, !is_missing && std::get<bool>(value));
        break;
      case ColumnKind::kTexts:
        if (!is_missing) {
          for (const std::string_view text : std::get<table::Cell::Texts>(value).all) {
            add_text(column, text);
          }
        }
        column.list_ends.push_back(static_cast<std::int64_t>(column.ends.size() - 1));
        break;
    }
  }

  Table* table_;
};

bool has_bit(const std::vector<std::uint8_t>& bits, std::size_t at) {
  return (bits[at / kBits] >> at % kBits & 1U) != 0;
}

bool are_ends(const std::vector<std::int64_t>& ends, std::size_t count, std::size_t last) {
  return ends.size() == count + 1 && ends.front() == 0 && std::ranges::is_sorted(ends) &&
         static_cast<std::size_t>(ends.back()) <= last;
}

// Throws OptionError for a column that has not a value for each row.
void check_lengths(const TableColumn& column, std::size_t rows) {
  const std::size_t bytes = (rows + kBits - 1) / kBits;
  bool fits = column.valid.empty() || column.valid.size() >= bytes;
  switch (column.kind) {
    case ColumnKind::kText:
      fits = fits && are_ends(column.ends, rows, column.text.size());
      break;
    case ColumnKind::kInteger:
      fits = fits && column.integers.size() == rows;
      break;
    case ColumnKind::kNumber:
      fits = fits && column.numbers.size() == rows;
      break;
    case ColumnKind::kFlag:
      fits = fits && column.flags.size() >= bytes;
      break;
    case ColumnKind::kTexts:
      fits = fits && !column.ends.empty() &&
             are_ends(column.list_ends, rows, column.ends.size() - 1) &&
             are_ends(column.ends, column.ends.size() - 1, column.text.size());
      break;
  }
  if (!fits)
    throw OptionError("column '" + printable(column.name) + "' does not have one value a row");
}

// `texts` holds the texts of a list while the cell is used.
table::Cell cell_of(const TableColumn& column, std::size_t row,
                    std::vector<std::string_view>& texts) {
  if (!column.valid.empty() && !has_bit(column.valid, row)) return {};
  const auto text = [&](std::size_t at) {
    const auto begin = static_cast<std::size_t>(column.ends[at]);
    return std::string_view(column.text)
        .substr(begin, static_cast<std::size_t>(column.ends[at + 1]) - begin);
  };
  switch (column.kind) {
    case ColumnKind::kText:
      return text(row);
    case ColumnKind::kInteger:
      return column.integers[row];
    case ColumnKind::kNumber:
      return column.numbers[row];
    case ColumnKind::kFlag:
      return has_bit(column.flags, row);
    case ColumnKind::kTexts:
      texts.clear();
      for (auto at = static_cast<std::size_t>(column.list_ends[row]);
           at < static_cast<std::size_t>(column.list_ends[row + 1]); ++at) {
        texts.push_back(text(at));
      }
      return table::Cell(texts);
  }
  return {};
}

const ClusterDetails& details_of(const ClusterResult& result) {
  if (!result.kept.is_empty()) return *result.kept;
  throw OptionError("a table needs the result of a clustering, as cluster_pages() returns it");
}

const describe::Description* description_of(const ClusterDetails& details) {
  return details.description ? &*details.description : nullptr;
}

// What the command line program would know when it writes these columns. A description that was
// made later for another reason changes nothing.
const describe::Description* description_for(const ClusterDetails& details,
                                             std::span<const PageColumn> columns) {
  const bool has_names = std::ranges::find(columns, PageColumn::kName) != columns.end();
  return has_names || details.was_asked_to_describe ? description_of(details) : nullptr;
}

// Calls `write` with the format of the file and a sink.
template <class Write>
void write_file(const std::string& path, const Write& write) {
  const table::FileFormat format = api::format_of_file(path, "path");
  AtomicFile file(path);
  write(format, [&](std::string_view bytes) { file.write(bytes); });
  file.commit();
}

}  // namespace

Table page_table(const ClusterResult& result, std::span<const PageColumn> columns) {
  const ClusterDetails& details = details_of(result);
  Table table;
  report::write_pages(details.run, description_for(details, columns), columns,
                      [&](std::span<const table::Column> header) {
                        return table::TableWriter(std::make_unique<ColumnRows>(header, table));
                      });
  return table;
}

Table template_table(const ClusterResult& result) {
  const ClusterDetails& details = details_of(result);
  Table table;
  report::write_templates(details.run, description_of(details),
                          [&](std::span<const table::Column> header) {
                            return table::TableWriter(std::make_unique<ColumnRows>(header, table));
                          });
  return table;
}

void write_page_table(const ClusterResult& result, std::span<const PageColumn> columns,
                      const FileFormat& format, const TextSink& sink) {
  const ClusterDetails& details = details_of(result);
  report::write_pages(details.run, description_for(details, columns), columns, format, sink);
}

void write_template_table(const ClusterResult& result, const FileFormat& format,
                          const TextSink& sink) {
  const ClusterDetails& details = details_of(result);
  report::write_templates(details.run, description_of(details), format, sink);
}

void write_page_table(const ClusterResult& result, const std::string& path,
                      std::span<const PageColumn> columns) {
  write_file(path, [&](const FileFormat& format, const TextSink& sink) {
    write_page_table(result, columns, format, sink);
  });
}

void write_template_table(const ClusterResult& result, const std::string& path) {
  write_file(path, [&](const FileFormat& format, const TextSink& sink) {
    write_template_table(result, format, sink);
  });
}

void write_table(const Table& table, const std::string& path) {
  std::vector<table::Column> header;
  for (const TableColumn& column : table.columns) {
    check_lengths(column, table.rows);
    header.emplace_back(column.name, type_of(column.kind));
  }
  write_file(path, [&](const table::FileFormat& format, const table::Sink& sink) {
    table::TableWriter writer(format, header, sink);
    std::vector<table::Cell> cells;
    std::vector<std::vector<std::string_view>> texts(table.columns.size());  // of one row
    for (std::size_t row = 0; row < table.rows; ++row) {
      cells.clear();
      for (std::size_t i = 0; i < table.columns.size(); ++i) {
        cells.push_back(cell_of(table.columns[i], row, texts[i]));
      }
      writer.row(cells);
    }
    writer.finish();
  });
}

struct PageRowWriter::State {
  State(const std::string& path, std::span<const PageColumn> wanted)
      : columns(wanted.begin(), wanted.end()),
        format(api::format_of_file(path, "path")),
        file(path),
        table(format, report::page_columns(columns),
              [this](std::string_view bytes) { file.write(bytes); }) {}

  table::Cell cell(const PageRow& row, PageColumn column) {
    switch (column) {
      case PageColumn::kPage:
        return row.page;
      case PageColumn::kTemplate:
      case PageColumn::kCluster:
        return row.template_id;
      case PageColumn::kVariant:
        return row.variant;
      case PageColumn::kConfidence:
        if (!row.confidence || row.template_id == 0) return {};
        return report::shown_confidence(*row.confidence);
      case PageColumn::kRepresentative:
        return row.is_representative;
      case PageColumn::kName:
        return {};
      case PageColumn::kHost:
        host = url::page_host(row.page);
        return host;
      case PageColumn::kUrlShape:
        shape = url::page_shape(row.page);
        return shape;
      case PageColumn::kInput:
        return row.input ? table::Cell(*row.input) : table::Cell();
      case PageColumn::kOffset:
        return row.offset ? table::Cell(*row.offset) : table::Cell();
    }
    return {};
  }

  std::vector<PageColumn> columns;
  table::FileFormat format;
  AtomicFile file;
  table::TableWriter table;
  std::vector<table::Cell> cells;  // of the present row
  std::string host;
  std::string shape;
};

PageRowWriter::PageRowWriter(const std::string& path, std::span<const PageColumn> columns) {
  if (std::ranges::find(columns, PageColumn::kName) != columns.end()) {
    throw OptionError("the column 'name' needs the pages, which are not here", "columns");
  }
  state_ = std::make_unique<State>(path, columns);
}
PageRowWriter::~PageRowWriter() = default;

void PageRowWriter::add(const PageRow& row) {
  state_->cells.clear();
  for (const PageColumn column : state_->columns)
    state_->cells.push_back(state_->cell(row, column));
  state_->table.row(state_->cells);
}

void PageRowWriter::finish() {
  state_->table.finish();
  state_->file.commit();
}

}  // namespace pagekin
