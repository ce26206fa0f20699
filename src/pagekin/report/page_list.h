// Lists of chosen pages: of a sample, or of some templates.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pagekin/report/table_writer.h"

namespace pagekin::report {

// A column of ids of templates or clusters: numbers if all of them are numbers, else texts.
class IdColumn {
 public:
  explicit IdColumn(std::string name) : name_(std::move(name)) {}

  // Call it with each id before column() and cell().
  void see(std::string_view id);

  Column column() const;
  Cell cell(std::string_view id) const;  // no value if it is empty

 private:
  std::string name_;
  bool are_numbers_ = true;
};

struct ListedPage {
  std::string_view page;
  std::string_view template_id;    // empty: the page was left out
  std::string_view name;           // of the template; empty: not known
  std::string_view drawn;          // why it is in a sample; empty: it is not a sample
  std::size_t template_pages = 0;  // pages of its template; 0: the page was left out
  float confidence = -1;           // negative: not known
};

struct ListFormat {
  enum class Kind { kUrls, kJson, kTable };
  Kind kind = Kind::kUrls;
  FileFormat table = {};  // of Kind::kTable

  friend bool operator==(const ListFormat&, const ListFormat&) = default;
};

// "urls", "tsv", "csv", "jsonl", "parquet", "json"; nothing for other words.
std::optional<ListFormat> list_format_of_word(std::string_view word);
// By the ending of a file: .txt, .json, or that of a table.
std::optional<ListFormat> list_format_of_name(std::string_view path);

// A number with its key, for the head of a JSON list.
struct ListFact {
  std::string_view key;
  std::size_t value = 0;
};

// As urls: one page id a line. As a table: page, template, name, drawn (of a sample),
// template_pages, confidence. As JSON: one object with the facts and the list `pages`.
void write_page_list(std::span<const ListedPage> pages, std::span<const ListFact> facts,
                     ListFormat format, bool is_sample, const TableWriter::Sink& sink);

}  // namespace pagekin::report
