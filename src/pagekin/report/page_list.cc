#include "pagekin/report/page_list.h"

#include <charconv>
#include <cstdint>
#include <utility>

#include "pagekin/core/text.h"
#include "pagekin/report/json_writer.h"

namespace pagekin::report {
namespace {

std::optional<std::int64_t> number_in(std::string_view id) {
  std::int64_t number = 0;
  const auto [stop, status] = std::from_chars(id.data(), id.data() + id.size(), number);
  const bool is_number = status == std::errc() && stop == id.data() + id.size();
  if (!is_number || std::to_string(number) != id) return std::nullopt;
  return number;
}

// The columns of a list, and its rows.
class PageColumns {
 public:
  PageColumns(std::span<const ListedPage> pages, bool is_sample) : is_sample_(is_sample) {
    for (const ListedPage& page : pages) template_.see(page.template_id);
    columns_ = {"page", template_.column(), "name"};
    if (is_sample) columns_.emplace_back("drawn");
    columns_.emplace_back("template_pages", ColumnType::kInteger);
    columns_.emplace_back("confidence", ColumnType::kNumber);
  }

  const std::vector<Column>& all() const { return columns_; }

  std::vector<Cell> row(const ListedPage& page) const {
    std::vector<Cell> cells = {page.page, template_.cell(page.template_id),
                               page.name.empty() ? Cell() : Cell(page.name)};
    if (is_sample_) cells.emplace_back(page.drawn);
    cells.push_back(page.template_pages > 0 ? Cell(page.template_pages) : Cell());
    cells.push_back(page.confidence >= 0 ? Cell(static_cast<double>(page.confidence)) : Cell());
    return cells;
  }

 private:
  bool is_sample_;
  IdColumn template_{"template"};
  std::vector<Column> columns_;
};

void write_urls(std::span<const ListedPage> pages, const TableWriter::Sink& sink) {
  std::string text;
  for (const ListedPage& page : pages) {
    text += escape_tsv(page.page) + "\n";
    if (text.size() < std::size_t{1} << 16) continue;
    sink(text);
    text.clear();
  }
  sink(text);
}

void write_list_json(std::span<const ListedPage> pages, std::span<const ListFact> facts,
                     bool is_sample, const TableWriter::Sink& sink) {
  const PageColumns columns(pages, is_sample);
  JsonWriter json(sink);
  json.begin_object();
  for (const ListFact& fact : facts) json.on_line(2).member(fact.key, fact.value);
  json.on_line(2).key("pages").begin_array();
  for (const ListedPage& page : pages) {
    const std::vector<Cell> cells = columns.row(page);
    json.on_line(4).begin_object();
    for (std::size_t i = 0; i < cells.size(); ++i)
      write_cell(json.key(columns.all()[i].name), cells[i]);
    json.end_object();
  }
  json.on_line(2).end_array();
  json.on_line(0).end_object();
  json.finish();
}

}  // namespace

void IdColumn::see(std::string_view id) {
  if (!id.empty() && !number_in(id)) are_numbers_ = false;
}

Column IdColumn::column() const {
  return {name_, are_numbers_ ? ColumnType::kInteger : ColumnType::kText};
}

Cell IdColumn::cell(std::string_view id) const {
  if (id.empty()) return {};
  return are_numbers_ ? Cell(number_in(id).value()) : Cell(id);
}

}  // namespace pagekin::report

namespace pagekin {

std::optional<ListFormat> list_format_of_word(std::string_view word) {
  if (word == "urls") return ListFormat{ListFormat::Kind::kUrls};
  if (word == "json") return ListFormat{ListFormat::Kind::kJson};
  constexpr std::pair<std::string_view, TableFormat> tables[] = {
      {"tsv", TableFormat::kTsv},
      {"csv", TableFormat::kCsv},
      {"jsonl", TableFormat::kJsonl},
      {"parquet", TableFormat::kParquet}};
  for (const auto& [name, format] : tables) {
    if (name == word) return ListFormat{ListFormat::Kind::kTable, format};
  }
  return std::nullopt;
}

std::optional<ListFormat> list_format_of_name(std::string_view path) {
  if (ends_with_ignoring_case(path, ".txt")) return ListFormat{ListFormat::Kind::kUrls};
  if (ends_with_ignoring_case(path, ".json")) return ListFormat{ListFormat::Kind::kJson};
  const auto table = format_of_name(path);
  if (!table) return std::nullopt;
  return ListFormat{ListFormat::Kind::kTable, *table};
}

void write_page_list(std::span<const ListedPage> pages, std::span<const ListFact> facts,
                     ListFormat format, bool is_sample, const TextSink& sink) {
  if (format.kind == ListFormat::Kind::kUrls) return report::write_urls(pages, sink);
  if (format.kind == ListFormat::Kind::kJson)
    return report::write_list_json(pages, facts, is_sample, sink);
  const report::PageColumns columns(pages, is_sample);
  report::TableWriter table(format.table, columns.all(), sink);
  for (const ListedPage& page : pages) table.row(columns.row(page));
  table.finish();
}

}  // namespace pagekin
