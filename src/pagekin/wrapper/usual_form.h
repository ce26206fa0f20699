// The form that all known values of a field have: dates, or numbers with one unit.
//
// Where all values of a field are dates, a text that is not one may be something else that stands
// there now, or more than the value: "27 Jul 2020 Ann Lee (". Nobody should rely on it.
//
// Cost: that of table::value_of() for each value.
#pragma once

#include <string_view>

#include "pagekin/table/text_value.h"
#include "pagekin/wrapper/wrapper.h"

namespace pagekin::wrapper {

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
