// The form that all known values of a field have: dates, or numbers with one unit.
//
// Where all values of a field are dates, a text that is not one may be something else that stands
// there now, or more than the value: "27 Jul 2020 Ann Lee (". Nobody should rely on it. A text of
// the same pattern as a known one may be a date in another language.
//
// Cost: that of table::value_of() for each value.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "pagekin/table/text_value.h"
#include "pagekin/wrapper/wrapper.h"

namespace pagekin::wrapper {

// Whether a value has the form, or is written like one of the values that have it: "01" like "15",
// "3 Giu 2010" like "3 May 2010"; but not "7 cm" like "7 kg".
bool fits_form(const table::TextForm& form, std::span<const std::string> values,
               std::string_view value);

class UsualForm {
 public:
  // `rule` must outlive it.
  explicit UsualForm(const FieldRule& rule);

  // Whether the values have a form at all.
  bool has_form() const { return form_.kind != table::TextForm::Kind::kText; }
  // True also for values that are known, and for all values if they have no form.
  bool fits(std::string_view value) const;

 private:
  const FieldRule* rule_;
  table::TextForm form_;
};

}  // namespace pagekin::wrapper
