// Fields that a page of a moved template seems to lack.
//
// A selector that found a value on all pages and finds none here says that the field is absent
// (vote.h). On a page whose template has moved it says only that: most selectors lead through what
// was changed. So a field that nearly all pages had is looked for again, by the selectors that
// still find something. A value counts if these agree, have enough of the usual support, and found
// what looks like a value of the field. Nobody should rely on it: its confidence is at most
// kDoubtfulConfidence.
//
// A field that has a second place (reserve_places.h) is looked for there first, on any page; and on
// a page that has moved once more in the end, by the selectors of that place that still find
// something.
//
// A field whose rules are older than the marks of its template (FieldRule::is_aged) is looked for
// as on a page that has moved.
//
// A page has moved if it has fewer marks of its template than nine of ten pages had. So pages of a
// template that is as it was keep the strict test, and a field that one of them lacks stays absent.
//
// Cost: that of applying the rules once more, for pages that have moved and lack a field.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "pagekin/wrapper/apply.h"
#include "pagekin/wrapper/wrapper.h"

namespace pagekin::wrapper {

constexpr double kDoubtfulConfidence = 0.5;

// Whether a page that overlaps so much with its template has moved.
bool has_moved(const TemplateRules& rules, double overlap);
// Whether a second look may find fields on such a page.
bool may_find_more(const TemplateRules& rules, bool is_moved);

// The rules of one template, ready for many pages; one object a thread. The rules must outlive it.
class SecondLook {
 public:
  SecondLook(const TemplateRules& rules, ApplyOptions options);

  // `found`: what Applier found. Sets the fields that are found now. `is_moved`: see has_moved().
  void look(const PageSlots& page, std::string_view address, bool is_moved,
            std::vector<FoundField>& found);

 private:
  bool is_wanted(std::size_t field, const FoundField& found) const;
  // Takes what the rules of second places find, for all fields or those that are aged.
  void look_in_reserve(Applier& reserve, const PageSlots& page, std::string_view address,
                       bool is_everything, std::vector<FoundField>& found);
  // Takes the value if it looks like one of the field.
  void take(std::size_t field, FoundField& value, std::vector<FoundField>& found) const;

  const TemplateRules* rules_;
  Applier applier_;
  std::optional<Applier> reserve_;
  std::optional<Applier> moved_reserve_;  // where silence does not count
  std::vector<double> needed_;            // by field: similarity to known values
  std::vector<FoundField> again_;
};

}  // namespace pagekin::wrapper
