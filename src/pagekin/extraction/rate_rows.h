// How sure the rows of a record on one page are.
//
// The confidence is the share of labels that the rule gave right, times the share of usual cells
// that the rows of this page have. It is at most kDoubtfulRows if a row is in doubt
// (rows/record_model.h says why) or the page has all rows twice, and at most kUnusualForms if a
// cell has not the form that labelled and most other values have.
//
// Cost: linear in the cells; of cells with examples that of reading numbers and dates.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/rows/read_rows.h"
#include "pagekin/table/text_value.h"

namespace pagekin::extraction {

constexpr double kSureRows = 0.9;  // rows whose confidence is below that are to be looked at
constexpr double kDoubtfulRows = 0.75;
constexpr double kUnusualForms = 0.5;  // as of fields, see wrapper/apply.h

double confidence_of(const rows::RecordRule& rule, const std::vector<rows::FoundRow>& rows);

// Whether values have the form that examples have in common: numbers with one unit, dates,
// addresses. All values have it if the examples have none, or if they are fewer than three.
class CellForm {
 public:
  // `examples` must outlive it.
  explicit CellForm(std::span<const std::string> examples);

  bool has_form() const { return is_address_ || form_.kind != table::TextForm::Kind::kText; }
  bool fits(std::string_view value) const;

 private:
  std::span<const std::string> examples_;
  table::TextForm form_;
  bool is_address_ = false;
};

}  // namespace pagekin::extraction
