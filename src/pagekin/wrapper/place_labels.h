// Where the labels of a field are on their pages.
//
// The labels of a field are of one kind: labelled elements with several texts come before whole
// texts, these before attributes, addresses, parts of texts and several texts. The best kind that
// any label has is that of the field; labels of another extent do not count.
//
// Cost: see place_value.h, for each label.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "pagekin/wrapper/place_value.h"
#include "pagekin/wrapper/template_pages.h"
#include "pagekin/wrapper/wrapper.h"

namespace pagekin::wrapper {

// A field on a labelled page. Without values and places: the page does not have the field.
struct FieldLabel {
  std::uint32_t page = 0;           // among the pages of the template
  std::vector<std::string> values;  // as features::readable_text() makes them
  std::vector<LabelPlace> places;   // in place of values: the places themselves
};

struct LabelledField {
  std::string name;
  std::vector<FieldLabel> labels;
};

struct PlacedField {
  // A labelled page with the values that were found on it.
  struct Placed {
    std::uint32_t page = 0;
    std::vector<std::uint32_t> slots;
    std::vector<std::uint64_t> hashes;  // of these
    std::vector<std::string> values;
    std::size_t distinct = 0;  // values that were found
  };
  Extent extent;
  bool is_part = false;
  bool is_address = false;
  bool in_attribute = false;
  std::vector<Placed> placed;
  std::vector<std::uint32_t> absent;  // pages without the field
};

PlacedField place_labels(const TemplatePages& pages, const LabelledField& field);

}  // namespace pagekin::wrapper
