#include "pagekin/table/page_table.h"

#include <charconv>
#include <functional>
#include <unordered_map>
#include <utility>

#include "pagekin/core/error.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/text.h"

namespace pagekin::table {
namespace {

// Places of the wanted columns in a row.
enum PageColumn : std::size_t {
  kPage,
  kTemplate,
  kCluster,
  kVariant,
  kName,
  kConfidence,
  kRepresentative,
  kOther,  // of the caller's choice
};

class Collector {
 public:
  Collector(TableReader& reader, std::string_view by) : reader_(&reader), by_(by) {
    table_.file = reader.name();
  }

  PageTable run() {
    choose_column();
    Row row;
    while (reader_->next(row)) add(row);
    if (table_.rows.empty()) {
      throw InputError(printable(table_.file) + " holds no assignments", {}, table_.file);
    }
    drop_repeated();
    return std::move(table_);
  }

 private:
  void choose_column() {
    if (reader_->columns().empty()) return;  // no rows at all
    if (by_.empty()) by_ = reader_->has("template") ? "template" : "cluster";
    table_.column = by_;
    column_ = by_ == "template"  ? kTemplate
              : by_ == "cluster" ? kCluster
              : by_ == "variant" ? kVariant
                                 : kOther;
    needs_template_ = column_ == kVariant && reader_->has("template");
    table_.has_representatives = reader_->has("representative");
    if (reader_->has("page") && reader_->has(by_)) return;
    std::string names;
    for (const std::string& column : reader_->columns()) {
      names += (names.empty() ? "" : ", ") + printable(column.substr(0, 100));
    }
    throw InputError(
        printable(table_.file) + ": expected the columns `page` and " +
            (by_ == "cluster" ? "`template` or `cluster`" : "`" + printable(by_) + "`") +
            ", found " + names.substr(0, 500),
        {}, table_.file);
  }

  void add(const Row& row) {
    if (!row.cells[kPage]) throw_at_line(table_.file, row.line, "expected a page, found none");
    PageRow& page = table_.rows.emplace_back();
    page.page = *row.cells[kPage];
    page.line = row.line;
    if (const auto group = group_of(row)) page.group = number_of(*group);
    if (page.group != kNoGroup && row.cells[kName] && table_.groups[page.group].name.empty()) {
      table_.groups[page.group].name = *row.cells[kName];
    }
    if (const auto& cell = row.cells[kConfidence]) {
      const char* const end = cell->data() + cell->size();
      float value = 0;
      const auto [stop, status] = std::from_chars(cell->data(), end, value);
      if (status == std::errc() && stop == end && value >= 0 && value <= 1) page.confidence = value;
    }
    if (const auto& cell = row.cells[kRepresentative]) {
      page.representative = *cell == "yes" || *cell == "true" || *cell == "1";
    }
  }

  // Nothing: left out.
  std::optional<std::string> group_of(const Row& row) const {
    const auto& cell = row.cells[column_];
    if (!cell || cell->empty()) {
      if (column_ != kCluster) return std::nullopt;
      throw_at_line(table_.file, row.line, "expected a cluster number, found none");
    }
    if (*cell == "0" || *cell == "none") return std::nullopt;
    if (!needs_template_) return *cell;
    return row.cells[kTemplate].value_or("") + "/" + *cell;
  }

  std::uint32_t number_of(const std::string& id) {
    const auto [at, is_new] =
        numbers_.try_emplace(id, static_cast<std::uint32_t>(table_.groups.size()));
    if (is_new) table_.groups.push_back({.id = id});
    return at->second;
  }

  // Keeps the first of equal rows. The map has views of the kept rows, which do not move.
  void drop_repeated() {
    std::vector<PageRow>& rows = table_.rows;
    std::unordered_map<std::string_view, std::size_t, KeyedHash> kept_at;
    kept_at.reserve(rows.size());
    std::size_t kept = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto earlier = kept_at.find(rows[i].page);
      if (earlier != kept_at.end()) {
        check_same_group(rows[i], rows[earlier->second]);
        continue;
      }
      if (kept != i) rows[kept] = std::move(rows[i]);
      kept_at.emplace(rows[kept].page, kept);
      if (rows[kept].group != kNoGroup) ++table_.groups[rows[kept].group].pages;
      ++kept;
    }
    rows.resize(kept);
  }

  void check_same_group(const PageRow& here, const PageRow& before) const {
    if (here.group == before.group) return;
    const auto id_of = [&](const PageRow& row) {
      return row.group == kNoGroup ? "none" : printable(table_.groups[row.group].id);
    };
    throw_at_line(table_.file, here.line,
                  "page '" + printable(here.page) + "' is in " + printable(table_.column) + " " +
                      id_of(here) + " here and in " + id_of(before) + " on line " +
                      std::to_string(before.line));
  }

  TableReader* reader_;
  std::string by_;
  PageColumn column_ = kTemplate;
  bool needs_template_ = false;
  std::unordered_map<std::string, std::uint32_t, KeyedHash, std::equal_to<>> numbers_;  // by id
  PageTable table_;
};

}  // namespace

std::vector<std::string> page_table_columns(std::string_view by) {
  return {"page", "template",   "cluster",        "variant",
          "name", "confidence", "representative", std::string(by.empty() ? "page" : by)};
}

PageTable read_page_table(TableReader& reader, std::string_view by) {
  return Collector(reader, by).run();
}

PageTable read_page_table(const std::string& path, std::string_view by) {
  return read_page_table(*open_table(path, page_table_columns(by)), by);
}

}  // namespace pagekin::table
