#include "pagekin/extraction/read_field_labels.h"

#include <utility>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/features/readable_text.h"
#include "pagekin/html/character_references.h"
#include "pagekin/table/read_table.h"

namespace pagekin::extraction {
namespace {

using wrapper::GivenLabel;

// The text in which tabs and ends of lines were escapes of TSV.
std::string with_backslashes(std::string_view text) {
  std::string written;
  for (const char c : text) {
    switch (c) {
      case '\t':
        written += "\\t";
        break;
      case '\n':
        written += "\\n";
        break;
      case '\r':
        written += "\\r";
        break;
      default:
        written += c;
    }
  }
  return written;
}

}  // namespace

std::vector<std::string> readings_of_value(std::string_view text) {
  std::string buffer;
  return {features::readable_text(text),
          features::readable_text(html::decode_references(text, false, buffer)),
          features::readable_text(with_backslashes(text)),
          features::readable_text(escape_tsv(text))};
}

std::vector<GivenLabel> read_field_labels(const std::string& path) {
  const auto table = table::open_table(path, {"page", "field", "value", "xpath", "css"});
  if (!table->has("field")) {
    throw InputError(path +
                         ": there is no column 'field'; a table of labels has the columns page, "
                         "field and value (or xpath, css)",
                     "fields", path);
  }
  if (!table->has("value") && !table->has("xpath") && !table->has("css")) {
    throw InputError(path + ": it has none of the columns 'value', 'xpath' and 'css'", "fields",
                     path);
  }
  std::vector<GivenLabel> labels;
  for (table::Row row; table->next(row);) {
    const auto cell = [&](std::size_t i) { return row.cells[i].value_or(std::string()); };
    GivenLabel label;
    label.page = cell(0);
    label.field = std::string(trim(cell(1)));
    label.line = row.line;
    if (label.page.empty()) table::throw_at_line(path, row.line, "the page is empty");
    if (label.field.empty()) table::throw_at_line(path, row.line, "the field is empty");
    if (!cell(3).empty()) {
      label.kind = GivenLabel::Kind::kXpath;
      label.text = cell(3);
    } else if (!cell(4).empty()) {
      label.kind = GivenLabel::Kind::kCss;
      label.text = cell(4);
    } else {
      label.text = cell(2);
      if (features::readable_text(label.text).empty()) label.kind = GivenLabel::Kind::kAbsent;
    }
    labels.push_back(std::move(label));
  }
  return labels;
}

}  // namespace pagekin::extraction
