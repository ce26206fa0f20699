#include "pagekin/report/page_list.h"

#include <charconv>
#include <cstdint>
#include <utility>

#include "pagekin/core/text.h"
#include "pagekin/report/json_writer.h"

namespace pagekin::report {
namespace {

std::vector<std::string> columns(bool is_sample) {
  std::vector<std::string> names = {"page", "template", "name"};
  if (is_sample) names.emplace_back("drawn");
  names.insert(names.end(), {"template_pages", "confidence"});
  return names;
}

Cell text_or_none(std::string_view text) { return text.empty() ? Cell() : Cell(text); }

std::vector<Cell> cells_of(const ListedPage& page, bool is_sample) {
  std::vector<Cell> cells = {page.page, id_cell(page.template_id), text_or_none(page.name)};
  if (is_sample) cells.emplace_back(page.drawn);
  cells.push_back(page.template_pages > 0 ? Cell(page.template_pages) : Cell());
  cells.push_back(page.confidence >= 0 ? Cell(static_cast<double>(page.confidence)) : Cell());
  return cells;
}

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

void write_json(std::span<const ListedPage> pages, std::span<const ListFact> facts, bool is_sample,
                const TableWriter::Sink& sink) {
  const std::vector<std::string> names = columns(is_sample);
  JsonWriter json(sink);
  json.begin_object();
  for (const ListFact& fact : facts) json.on_line(2).member(fact.key, fact.value);
  json.on_line(2).key("pages").begin_array();
  for (const ListedPage& page : pages) {
    const std::vector<Cell> cells = cells_of(page, is_sample);
    json.on_line(4).begin_object();
    for (std::size_t i = 0; i < cells.size(); ++i) write_cell(json.key(names[i]), cells[i]);
    json.end_object();
  }
  json.on_line(2).end_array();
  json.on_line(0).end_object();
  json.finish();
}

}  // namespace

Cell id_cell(std::string_view id) {
  if (id.empty()) return {};
  std::int64_t number = 0;
  const auto [stop, status] = std::from_chars(id.data(), id.data() + id.size(), number);
  const bool is_number = status == std::errc() && stop == id.data() + id.size();
  return is_number && std::to_string(number) == id ? Cell(number) : Cell(id);
}

std::optional<ListFormat> list_format_of_word(std::string_view word) {
  constexpr std::pair<std::string_view, ListFormat> words[] = {{"urls", ListFormat::kUrls},
                                                               {"tsv", ListFormat::kTsv},
                                                               {"csv", ListFormat::kCsv},
                                                               {"jsonl", ListFormat::kJsonl},
                                                               {"json", ListFormat::kJson}};
  for (const auto& [name, format] : words) {
    if (name == word) return format;
  }
  return std::nullopt;
}

std::optional<ListFormat> list_format_of_name(std::string_view path) {
  const std::size_t dot = path.find_last_of("./");
  if (dot == std::string_view::npos || path[dot] == '/') return std::nullopt;
  const std::string ending = lower_case(path.substr(dot + 1));
  if (ending == "txt") return ListFormat::kUrls;
  if (ending == "ndjson") return ListFormat::kJsonl;
  return list_format_of_word(ending);
}

void write_page_list(std::span<const ListedPage> pages, std::span<const ListFact> facts,
                     ListFormat format, bool is_sample, const TableWriter::Sink& sink) {
  if (format == ListFormat::kUrls) return write_urls(pages, sink);
  if (format == ListFormat::kJson) return write_json(pages, facts, is_sample, sink);
  TableWriter table(format == ListFormat::kTsv   ? TableFormat::kTsv
                    : format == ListFormat::kCsv ? TableFormat::kCsv
                                                 : TableFormat::kJsonl,
                    columns(is_sample), sink);
  for (const ListedPage& page : pages) table.row(cells_of(page, is_sample));
  table.finish();
}

}  // namespace pagekin::report
