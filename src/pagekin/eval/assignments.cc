#include "pagekin/eval/assignments.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <unordered_map>
#include <utility>

#include <nlohmann/json.hpp>

#include "pagekin/core/hash.h"
#include "pagekin/core/text.h"
#include "pagekin/eval/lines.h"

namespace pagekin::eval {
namespace {

// One row as cells, with the line at which it begins.
struct Row {
  std::vector<std::string> cells;
  std::size_t line = 0;
};

class TsvRows {
 public:
  explicit TsvRows(std::string_view text) : lines_(text) {}

  bool next(Row& row) {
    std::string_view line;
    do {
      if (!lines_.next(line)) return false;
    } while (line.empty());
    row.line = lines_.number();
    row.cells.clear();
    for (;;) {
      const std::size_t tab = line.find('\t');
      row.cells.push_back(unescape_tsv(line.substr(0, tab)));
      if (tab == std::string_view::npos) return true;
      line.remove_prefix(tab + 1);
    }
  }

 private:
  Lines lines_;
};

class CsvRows {
 public:
  CsvRows(std::string_view text, const std::string& file) : rest_(text), file_(file) {}

  bool next(Row& row) {
    while (skip("\r\n") || skip("\n")) ++line_;
    if (rest_.empty()) return false;
    row.line = line_;
    row.cells.clear();
    for (;;) {
      row.cells.push_back(skip("\"") ? quoted_rest() : bare_cell());
      if (skip(",")) continue;
      if (rest_.empty()) return true;
      if (!skip("\r\n") && !skip("\n")) {
        throw_at(file_, line_, "expected a comma or the end of the line after a closing quote");
      }
      ++line_;
      return true;
    }
  }

 private:
  bool skip(std::string_view token) {
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  std::string bare_cell() {
    std::size_t end = std::min(rest_.find_first_of(",\n"), rest_.size());
    if (end < rest_.size() && rest_[end] == '\n' && end > 0 && rest_[end - 1] == '\r') --end;
    std::string cell(rest_.substr(0, end));
    rest_.remove_prefix(end);
    return cell;
  }

  // The rest of a cell after its opening quote; two quotes stand for one.
  std::string quoted_rest() {
    const std::size_t opened = line_;
    std::string cell;
    for (;;) {
      const std::size_t quote = rest_.find('"');
      if (quote == std::string_view::npos) throw_at(file_, opened, "a quote is never closed");
      const std::string_view piece = rest_.substr(0, quote);
      line_ += static_cast<std::size_t>(std::count(piece.begin(), piece.end(), '\n'));
      cell += piece;
      rest_.remove_prefix(quote + 1);
      if (!skip("\"")) return cell;
      cell += '"';
    }
  }

  std::string_view rest_;
  const std::string& file_;
  std::size_t line_ = 1;
};

// Collects rows: checks each row, and all of them at the end.
class Collector {
 public:
  explicit Collector(const std::string& file) : file_(file) {}

  void add(std::string page, std::string_view cluster, std::size_t line) {
    int number = -1;
    const char* const end = cluster.data() + cluster.size();
    const auto [stop, status] = std::from_chars(cluster.data(), end, number);
    if (status != std::errc() || stop != end || number < 0) {
      throw_at(file_, line,
               "expected a cluster number from 0 to 2147483647, found '" +
                   printable(cluster.substr(0, 200)) + "'");
    }
    add(std::move(page), number, line);
  }

  void add(std::string page, int cluster, std::size_t line) {
    rows_.push_back({std::move(page), cluster});
    lines_.push_back(line);
  }

  std::vector<Assignment> finish() && {
    if (rows_.empty()) throw InputError(printable(file_) + " holds no assignments");
    drop_repeated();
    return std::move(rows_);
  }

 private:
  // Keeps the first of equal rows. The map has views of the kept rows, which do not move.
  void drop_repeated() {
    std::unordered_map<std::string_view, std::size_t, KeyedHash> kept_at;
    kept_at.reserve(rows_.size());
    std::size_t kept = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const auto earlier = kept_at.find(rows_[i].page);
      if (earlier != kept_at.end()) {
        check_same_cluster(i, earlier->second);
        continue;
      }
      if (kept != i) {
        rows_[kept] = std::move(rows_[i]);
        lines_[kept] = lines_[i];
      }
      kept_at.emplace(rows_[kept].page, kept);
      ++kept;
    }
    rows_.resize(kept);
  }

  void check_same_cluster(std::size_t here, std::size_t before) const {
    if (rows_[here].cluster == rows_[before].cluster) return;
    throw_at(file_, lines_[here],
             "page '" + printable(rows_[here].page) + "' is in cluster " +
                 std::to_string(rows_[here].cluster) + " here and in " +
                 std::to_string(rows_[before].cluster) + " on line " +
                 std::to_string(lines_[before]));
  }

  const std::string& file_;
  std::vector<Assignment> rows_;
  std::vector<std::size_t> lines_;
};

template <class Rows>
void read_table(Rows rows, const std::string& file, Collector& out) {
  std::size_t page = 0;
  std::size_t cluster = 1;
  std::size_t width = 2;
  Row row;
  for (bool is_first = true; rows.next(row); is_first = false) {
    if (is_first) {
      const auto column = [&](std::string_view name) {
        return static_cast<std::size_t>(std::find(row.cells.begin(), row.cells.end(), name) -
                                        row.cells.begin());
      };
      // Tables have the template of a page; older files have its cluster.
      const std::size_t group = std::min(column("template"), column("cluster"));
      if (std::max(column("page"), group) < row.cells.size()) {
        page = column("page");
        cluster = column("template") < row.cells.size() ? column("template") : group;
        width = row.cells.size();
        continue;
      }
    }
    if (row.cells.size() != width) {
      throw_at(file, row.line,
               "expected " + std::to_string(width) + " columns (page, cluster), found " +
                   std::to_string(row.cells.size()));
    }
    out.add(std::move(row.cells[page]), row.cells[cluster], row.line);
  }
}

void read_json_lines(std::string_view text, const std::string& file, Collector& out) {
  Lines lines(text);
  for (std::string_view line; lines.next(line);) {
    if (line.empty()) continue;
    nlohmann::json object =
        nlohmann::json::parse(line.begin(), line.end(), nullptr, /*allow_exceptions=*/false);
    const auto page = object.is_object() ? object.find("page") : object.end();
    const char* const group =
        object.is_object() && object.contains("template") ? "template" : "cluster";
    const auto cluster = object.is_object() ? object.find(group) : object.end();
    if (page == object.end() || !page->is_string() || cluster == object.end() ||
        !cluster->is_number_unsigned() ||
        cluster->get<std::uint64_t>() > std::numeric_limits<int>::max()) {
      throw_at(file, lines.number(),
               R"(expected {"page": "...", "cluster": N}, found ')" +
                   printable(line.substr(0, 200)) + "'");
    }
    out.add(std::move(page->get_ref<std::string&>()), cluster->get<int>(), lines.number());
  }
}

TableFormat format_of_content(std::string_view text, const std::string& file) {
  const std::size_t begin = std::min(text.find_first_not_of("\r\n"), text.size());
  const std::string_view line = text.substr(begin, text.find('\n', begin) - begin);
  if (line.starts_with('{')) return TableFormat::kJsonl;
  if (line.find('\t') != std::string_view::npos) return TableFormat::kTsv;
  if (line.find(',') != std::string_view::npos) return TableFormat::kCsv;
  if (line.empty()) throw InputError(printable(file) + " holds no assignments");
  throw InputError(printable(file) +
                   ": expected pages and clusters as TSV, CSV or JSON lines, found a first line '" +
                   printable(line.substr(0, 200)) + "'");
}

}  // namespace

std::optional<TableFormat> format_of_name(std::string_view path) {
  const std::size_t dot = path.find_last_of("./");
  if (dot == std::string_view::npos || path[dot] == '/') return std::nullopt;
  std::string extension(path.substr(dot + 1));
  for (char& c : extension) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  if (extension == "tsv") return TableFormat::kTsv;
  if (extension == "csv") return TableFormat::kCsv;
  if (extension == "jsonl" || extension == "ndjson") return TableFormat::kJsonl;
  return std::nullopt;
}

std::vector<Assignment> read_assignments(ByteSource& source, const std::string& name,
                                         std::optional<TableFormat> format) {
  const std::string text = read_text(source);
  Collector rows(name);
  switch (format ? *format : format_of_content(text, name)) {
    case TableFormat::kTsv:
      read_table(TsvRows(text), name, rows);
      break;
    case TableFormat::kCsv:
      read_table(CsvRows(text, name), name, rows);
      break;
    case TableFormat::kJsonl:
      read_json_lines(text, name, rows);
      break;
  }
  return std::move(rows).finish();
}

std::vector<Assignment> read_assignments(const std::string& path) {
  return read_assignments(*open_named(path), spoken_name(path), format_of_name(path));
}

}  // namespace pagekin::eval
