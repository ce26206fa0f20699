// Plain text: one address a line. Other lines are left out, and a file without any address is not
// a sitemap.
#include <algorithm>
#include <optional>
#include <string>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/sitemap/entries.h"

namespace pagekin::sitemap {
namespace {

constexpr std::size_t kShownOfLine = 60;

// The names that the column of addresses may have, the likeliest first.
constexpr std::string_view kAddressColumns[] = {"url", "loc", "page", "address"};

// The cell of this number; quotes as in RFC 4180 where commas are between cells. Nothing: the line
// has fewer.
std::optional<std::string> cell_at(std::string_view line, char separator, std::size_t number) {
  std::string cell;
  bool is_quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (separator == ',' && c == '"') {
      const bool is_quote = is_quoted && i + 1 < line.size() && line[i + 1] == '"';
      if (!is_quote) {
        is_quoted = !is_quoted;
        continue;
      }
      ++i;
    } else if (c == separator && !is_quoted) {
      if (number-- == 0) return cell;
      cell.clear();
      continue;
    }
    cell += c;
  }
  return number == 0 ? std::optional(cell) : std::nullopt;
}

// Where a table that begins with this line has its addresses.
struct AddressColumn {
  char separator = '\0';
  std::size_t number = 0;
};

// Nothing: the line does not name columns.
std::optional<AddressColumn> address_column(std::string_view first_line) {
  for (const std::string_view name : kAddressColumns) {
    for (const char separator : {'\t', ','}) {
      for (std::size_t number = 0;; ++number) {
        const std::optional<std::string> cell = cell_at(first_line, separator, number);
        if (!cell) break;
        if (trim(*cell, kWhiteSpace) == name) return AddressColumn{separator, number};
      }
    }
  }
  return std::nullopt;
}

}  // namespace

void read_lines(std::string_view text, bool is_cut, const Limits& limits, Sitemap& sitemap) {
  sitemap.kind = Kind::kText;
  Entries entries(sitemap, limits);
  std::size_t line = 0;
  std::string_view first;
  std::optional<AddressColumn> column;  // of a table
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end == text.size() && is_cut) break;  // half an address
    const std::string_view entry = trim(text.substr(0, end), kWhiteSpace);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++line;
    if (entry.empty()) continue;
    if (first.empty()) {
      first = entry;
      column = address_column(entry);
      if (column) continue;
    }
    if (!column) {
      if (!entries.add(entry, line)) break;
      continue;
    }
    const std::optional<std::string> cell = cell_at(entry, column->separator, column->number);
    if (cell && !entries.add(trim(*cell, kWhiteSpace), line)) break;
  }
  if (sitemap.addresses.empty()) {
    throw Error(
        "expected a sitemap: XML with <urlset>, <sitemapindex>, <rss> or <feed>, addresses one a "
        "line, or a table with a column url, loc, page or address; found " +
        (first.empty() ? std::string("nothing")
                       : "'" + printable(first.substr(0, kShownOfLine)) + "'"));
  }
  entries.finish();
}

}  // namespace pagekin::sitemap
