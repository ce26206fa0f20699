// Where fields are after a redesign.
//
// The rules of the old design know some values of each field, the pages that had them, and the
// labels before them. A text of a new page is a guess if it is the value that this page had, else
// if it is one of the known values, else if it stands behind one of the labels and looks like a
// value. The best guesses of all pages are the labels from which learn_fields() learns rules for
// the new design. Its selectors must agree with most of the guesses.
//
// A known value that stands on most of the new pages, while the field had many values, says
// nothing: a menu has it, too. Nor is a place the field's if it has far fewer different values than
// the field had, or if its values have not the form that all of them had (usual_form.h).
//
// If several templates have a new design, their pages are distinguished by the values: a page is of
// the template most of whose fields have their old value on it, or else any known value
// (KnownValues).
//
// Cost: that of learn_fields(); KnownValues takes 32 bytes for each known value, and time O(slots
// log(slots values) + values) a page.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/wrapper/learn.h"
#include "pagekin/wrapper/wrapper.h"

namespace pagekin::wrapper {

struct Relocation {
  std::string field;
  double confidence = 0;       // share of the pages with a value, times the agreement; 0: not found
  std::uint32_t by_value = 0;  // pages that have a known value at the new place
  std::uint32_t pages = 0;
  std::string example;
  std::string label;  // the text before it on the page of the example
};

struct Relocated {
  TemplateRules rules;             // of the new design, with the fields that were found
  std::vector<Relocation> fields;  // one for each field of the old rules
};

// The known values of all fields of a wrapper.
class KnownValues {
 public:
  explicit KnownValues(const Wrapper& wrapper);

  struct Former {
    std::uint32_t number = kNone;  // of the newest design of the template; kNone: none, or several
    bool is_own = false;           // by values that this page had; else by those of any page
  };
  // The template most of whose fields have a value among the texts of the page.
  Former template_of(const PageSlots& page, std::string_view address) const;

 private:
  struct Value {
    std::uint64_t hash = 0;
    std::uint32_t template_number = 0;
    std::uint32_t field = 0;
  };
  std::vector<Value> values_;       // ascending
  std::vector<Value> page_values_;  // the same, of hash_on_page()

  static std::uint32_t template_of(const std::vector<Value>& values,
                                   std::vector<std::uint64_t> hashes);
};

Relocated relocate_fields(const TemplateRules& before, std::span<const PageSlots* const> pages,
                          std::span<const std::string_view> addresses);

}  // namespace pagekin::wrapper
