// What people and programs say about the fields of pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pagekin::wrapper {

struct GivenLabel {
  enum class Kind : std::uint8_t { kValue, kXpath, kCss, kSlot, kAbsent };
  std::string page;
  std::string field;
  Kind kind = Kind::kValue;
  std::string text;        // the value or the path
  std::uint32_t slot = 0;  // of kSlot, from 1, as `label` numbers them
  std::string file;        // that it was read from; empty: none
  std::size_t line = 0;    // in its file; of answers the number of the page
};

// Answers to `label`: one object, a list of objects or one object a line, each
//   {"page": "http://...", "answers": {"price": 17, "author": [3, 5], "sale": null}}
// A number is that of a slot, a text is the value itself, null says that the page lacks the field,
// a list has several values. Also one object of the form {"http://...": {"price": 17}, ...}. Throws
// Error, saying what was expected.
std::vector<GivenLabel> read_answers(std::string_view text);

// What a front end in which a person labels asks for, as JSON:
//   {"template": "3", "page": "http://...", "labels": [
//     {"page": "http://...", "field": "price", "value": "$12"}, ...]}
// A label may have an xpath or a css in place of the value; an empty value, or none of them, says
// that the page lacks the field. Each part may be missing. Throws Error, saying what was expected.
struct LabelRequest {
  std::string template_label;
  std::string page;
  std::vector<GivenLabel> labels;
};
LabelRequest read_label_request(std::string_view text);

}  // namespace pagekin::wrapper
