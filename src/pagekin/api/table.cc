#include "pagekin/table.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

#include "pagekin/api/cluster_details.h"
#include "pagekin/core/atomic_file.h"
#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/report/page_table.h"
#include "pagekin/table/file_format.h"

namespace pagekin {
namespace {

constexpr std::size_t kBits = 8;

ColumnKind kind_of(table::ColumnType type) {
  switch (type) {
    case table::ColumnType::kText:
      return ColumnKind::kText;
    case table::ColumnType::kInteger:
    case table::ColumnType::kDate:
      return ColumnKind::kInteger;
    case table::ColumnType::kNumber:
      return ColumnKind::kNumber;
    case table::ColumnType::kBoolean:
      return ColumnKind::kFlag;
    case table::ColumnType::kTexts:
      return ColumnKind::kTexts;
  }
  return ColumnKind::kText;
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
  const std::optional<table::FileFormat> format = table::format_of_name(path);
  if (!format) {
    throw OptionError("expected a file that ends in " + std::string(table::kEndings) + ", got '" +
                          printable(path) + "'",
                      "path", path);
  }
  AtomicFile file(path);
  write(*format, [&](std::string_view bytes) { file.write(bytes); });
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

void write_page_table(const ClusterResult& result, const std::string& path,
                      std::span<const PageColumn> columns) {
  const ClusterDetails& details = details_of(result);
  write_file(path, [&](const table::FileFormat& format, const table::Sink& sink) {
    report::write_pages(details.run, description_for(details, columns), columns, format, sink);
  });
}

void write_template_table(const ClusterResult& result, const std::string& path) {
  const ClusterDetails& details = details_of(result);
  write_file(path, [&](const table::FileFormat& format, const table::Sink& sink) {
    report::write_templates(details.run, description_of(details), format, sink);
  });
}

}  // namespace pagekin
