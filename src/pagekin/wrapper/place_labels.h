// Where the labels of a field are on their pages.
//
// All labels of a field are read in one way (PlaceKind): in the way in which most of the labelled
// values are on their pages; else in the clearest. Numbers recur on a page by chance. So the name
// of the field is asked, too: if it stands near some of the places of a number only, or near those
// of one way only, the others do not count. Of a list those places count at which its values stand
// together, see values_in_order.h.
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
  // For a list in one text: each label has all values as one, and this is what separates them.
  std::vector<std::string> separators = {};
  bool is_borrowed = false;  // guessed by rules of another template, see share_fields.h
};

struct PlacedField {
  std::string name;
  // A labelled page with the values that were found on it.
  struct Placed {
    std::uint32_t page = 0;
    std::vector<std::uint32_t> slots;   // the first of each place
    std::vector<std::uint64_t> hashes;  // of what selectors should find
    std::vector<SlotRange> ranges;      // the places
    std::vector<std::string> values;
    std::size_t distinct = 0;       // values that were found
    std::uint32_t element = kNone;  // a labelled element

    // These of its places alone.
    template <class IsKept>
    Placed only(const IsKept& is_kept) const {
      Placed some = *this;
      some.ranges.clear();
      some.slots.clear();
      some.hashes.clear();
      for (std::size_t i = 0; i < ranges.size(); ++i) {
        if (!is_kept(ranges[i])) continue;
        some.ranges.push_back(ranges[i]);
        some.slots.push_back(slots[i]);
        some.hashes.push_back(hashes[i]);
      }
      return some;
    }
  };
  PlaceKind kind = PlaceKind::kText;
  bool in_attribute = false;
  std::vector<Placed> placed;
  std::vector<std::uint32_t> absent;  // pages without the field
  // Another field has the same values at the same places: one of the two may be elsewhere.
  bool is_shared = false;

  bool is_part() const { return kind == PlaceKind::kPart || kind == PlaceKind::kAttributePart; }
  // Several values on one page.
  bool is_list() const;
};

// Where the name of a field stands near a value.
struct Naming {
  enum class Kind : std::uint8_t {
    kNot,
    kInRow,   // at the start of its row
    kAfter,   // right after it
    kBefore,  // right before it
    kInside,  // in the text that it is a part of
  };
  Kind kind = Kind::kNot;
  std::uint32_t depth = 0;  // of the lowest element around both
  bool is_exact = false;    // the text says the name and nothing else: "Date:", not "End Date"

  bool is_near() const { return kind >= Kind::kAfter; }
  // Whether it is clearer than another: names stand alone, nearer to their own values, and before
  // them.
  bool is_clearer_than(const Naming& other) const {
    if (is_near() != other.is_near()) return is_near();
    const bool has_inside = kind == Kind::kInside || other.kind == Kind::kInside;
    if (!has_inside && is_exact != other.is_exact) return is_exact;
    return depth != other.depth ? depth > other.depth : kind > other.kind;
  }
};
// `words`: of the name, see field_name.h.
Naming naming_of(const PageSlots& page, const SlotRange& range, bool is_part,
                 const std::vector<std::string>& words);

PlacedField place_labels(const TemplatePages& pages, const LabelledField& field);

// For a field whose values are whole texts (`placed`): the same values as parts of texts in which
// the name of the field stands right before them, "Last modified: 3 May 2019" for `modified`.
struct NamedParts {
  PlacedField field;  // no labelled pages: there are none
  std::string label;  // of the first: the word of the name, up to the value
};
NamedParts named_parts(const TemplatePages& pages, const LabelledField& field,
                       const PlacedField& placed);

}  // namespace pagekin::wrapper
