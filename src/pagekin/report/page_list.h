// Lists of chosen pages: of a sample, or of some templates.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/report/table_writer.h"

namespace pagekin::report {

// The id of a template or cluster as a table has it: a number where it is one, else a text. No
// value if it is empty.
Cell id_cell(std::string_view id);

struct ListedPage {
  std::string_view page;
  std::string_view template_id;    // empty: the page was left out
  std::string_view name;           // of the template; empty: not known
  std::string_view drawn;          // why it is in a sample; empty: it is no sample
  std::size_t template_pages = 0;  // pages of its template; 0: the page was left out
  float confidence = -1;           // negative: not known
};

enum class ListFormat { kUrls, kTsv, kCsv, kJsonl, kJson };

// "urls", "tsv", "csv", "jsonl", "json"; nothing for other words.
std::optional<ListFormat> list_format_of_word(std::string_view word);
// By the ending of a file: .txt, .tsv, .csv, .jsonl, .ndjson, .json.
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
