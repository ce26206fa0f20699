#include "pagekin/extraction/rate_rows.h"

#include <algorithm>

#include "pagekin/wrapper/usual_form.h"

namespace pagekin::extraction {
namespace {

constexpr std::size_t kFewestExamples = 3;  // fewer say little about all values
constexpr std::size_t kFewestDoubled = 4;   // two equal rows are no list twice

bool is_full_address(std::string_view value) {
  return (value.starts_with("http://") || value.starts_with("https://")) &&
         value.find(' ') == std::string_view::npos;
}

// Whether the page has all rows twice: once in a menu for small screens, say.
bool are_doubled(const std::vector<rows::FoundRow>& rows) {
  const std::size_t half = rows.size() / 2;
  if (rows.size() < kFewestDoubled || rows.size() % 2 != 0) return false;
  for (std::size_t i = 0; i < half; ++i) {
    if (rows[i].cells != rows[half + i].cells) return false;
  }
  return true;
}

}  // namespace

CellForm::CellForm(std::span<const std::string> examples) : examples_(examples) {
  if (examples.size() < kFewestExamples) return;
  is_address_ = std::ranges::all_of(examples, is_full_address);
  if (!is_address_) form_ = table::form_of(examples);
}

bool CellForm::fits(std::string_view value) const {
  if (is_address_) return is_full_address(value);
  return !has_form() || wrapper::fits_form(form_, examples_, value);
}

double confidence_of(const rows::RecordRule& rule, const std::vector<rows::FoundRow>& rows) {
  double confidence = rule.agreement;
  std::size_t usual = 0;
  std::size_t filled = 0;
  for (std::size_t c = 0; c < rule.cells.size(); ++c) {
    const rows::Cell& cell = rule.cells[c];
    const auto has = [&](const rows::FoundRow& row) { return !row.cells[c].empty(); };
    if (std::ranges::find(rule.usual, cell.source) != rule.usual.end()) {
      usual += rows.size();
      filled += static_cast<std::size_t>(std::ranges::count_if(rows, has));
    }
    const CellForm form(cell.examples);
    const bool fit = !form.has_form() || std::ranges::all_of(rows, [&](const auto& row) {
      return !has(row) || form.fits(row.cells[c]);
    });
    if (!fit) confidence = std::min(confidence, kUnusualForms);
  }
  if (usual > 0) confidence *= static_cast<double>(filled) / static_cast<double>(usual);
  const bool has_doubt =
      std::ranges::any_of(rows, &rows::FoundRow::is_doubtful) || are_doubled(rows);
  return has_doubt ? std::min(confidence, kDoubtfulRows) : confidence;
}

}  // namespace pagekin::extraction
