// What is known of a template: its skeleton, the words that hold it together, and its slots, which
// are the places where its pages differ.
//
// A place is the path of the last four elements that lead to a value, each as its tag with those of
// its class names and ids that are stable, which means that half of the pages have them and that
// they do not name a state ("first", "active", see state_names.h). So a place does not depend on
// what stands before it or far above it.
//
// A text is fixed at a place if nine in ten pages have it there, and optional if one in ten has. A
// label is a short text that is not varying at its place and that three in ten pages have
// somewhere, in lower case and without digits and punctuation.
//
// A text may begin with its own label: "Price: $12", if three in ten pages have a text that begins
// so.
//
// Values of a place make one slot if nearly all pages have one of them. Values of repeated elements
// with two or more texts each are lists, unless most of the elements are rows of a label and its
// values. Otherwise values are distinguished by the label before them, or by their number where all
// pages have equally many. Else the slot is a list. Slots of which each page has but one are
// joined, see join_slots.h. Texts that nearly all have one form have slots for their pieces, too,
// see add_pieces.h. Records of repeated elements, and texts of several elements, come from
// rows/record_model.h, with a slot for each cell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/rows/record_model.h"
#include "pagekin/skeleton/page_nodes.h"
#include "pagekin/skeleton/text_form.h"
#include "pagekin/skeleton/value_type.h"

namespace pagekin::skeleton {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t kNoLabel = 1;  // the label of values before any label

// A text that many pages of the template have at one place.
struct KnownText {
  std::uint64_t key = 0;    // of place and text
  std::uint32_t pages = 0;  // that have it
  bool is_fixed = false;    // else optional
  bool is_text = true;      // else the value of an attribute
  std::uint64_t label = 0;  // the label that it is; 0: none
};

// Which values of a page belong to a slot.
struct SlotRule {
  std::uint64_t key = 0;          // of place and source
  std::uint64_t label = 0;        // that stands before it; 0: any
  std::uint32_t ordinal = kNone;  // among the values with this key and label; kNone: all
  bool is_list = false;           // more than one value a page is usual
  friend bool operator==(const SlotRule&, const SlotRule&) = default;
};

// Why a slot is not a column.
enum class Dropped : std::uint8_t {
  kNo,
  kConstant,   // all values are equal
  kRare,       // too few pages have it
  kNoLetters,  // punctuation only
  kCopy,       // another column has the same values
  kMenu,       // a list of the same few entries on all pages
  kOverLimit,  // others are more useful
  kLabel,      // values are labels: "Bathroom:", "Bathrooms:"
  kJoined,     // another column has its values, see Slot::joined_to
};

struct Slot {
  SlotRule rule;
  Source source = Source::kText;
  ValueType type = ValueType::kText;
  Dropped dropped = Dropped::kNo;
  std::string name;      // unique among the columns of the template
  std::string label;     // the text of the label before it, if most values have the same
  std::string itemprop;  // the nearest one around it
  std::string hint;  // readable class names and ids near it, or the name of a meta or JSON-LD value
  std::string place;        // for people: "div.info > table > tr > td"
  std::uint32_t pages = 0;  // that have a value
  std::uint32_t values = 0;
  std::uint32_t distinct = 0;       // among the first values of pages
  std::uint32_t joined_to = kNone;  // the slot that its values belong to, see join_slots.h
  std::uint32_t part = kNone;       // of the skeleton, where most values stand
  std::uint32_t cell = kNone;       // of Source::kCell: its number in its record
  std::uint32_t record = kNone;     // of Source::kCell: that record in TemplateModel::records
  std::uint32_t whole = kNone;      // of a piece of a text: the slot that has the text
  std::uint32_t piece = 0;          // its number among the pieces of the form
  TextForm form;                    // of the text, if this is a piece of it
  std::vector<std::string> examples;
};

enum class PartKind : std::uint8_t { kFixed, kOptional, kRepeated, kVarying };
std::string_view to_text(PartKind kind);

// A part of the skeleton: an element, or a text.
struct Part {
  std::uint32_t parent = 0;  // the root's is 0; parts come in document order
  PartKind kind = PartKind::kFixed;
  bool is_text = false;
  std::string tag;          // of an element
  std::string names;        // its stable class names and id: ".price#main"
  std::string label;        // of an element among many alike: the label that distinguishes it
  std::string text;         // of a text: what it says if it is fixed or optional, else an example
  std::uint32_t pages = 0;  // that have it
  std::uint32_t instances = 0;  // on all pages together
  // Of a repeated part: the fewest and the most of it below one parent. Not kept in to_bytes().
  std::uint32_t least = 0;
  std::uint32_t most = 0;
  std::uint32_t slot = kNone;  // of a text: the slot that most of its values belong to
};

// A text as a part has it: its first 80 bytes or so.
std::string shortened_text(std::string_view text);

struct TemplateModel {
  std::uint32_t pages = 0;                  // it was learned from
  std::vector<std::uint64_t> stable_names;  // ascending
  std::vector<KnownText> known_texts;       // ascending by key
  std::vector<std::uint64_t> prefixes;      // labels that texts begin with, ascending
  std::vector<Slot> slots;
  std::vector<Part> parts;
  rows::RecordModel records;  // their names are unique among those of columns and records

  // A model that was not learned from pages has none.
  bool empty() const { return pages == 0; }

  // The record whose rows have the slot as a cell; null if there is none. The cell of a text of
  // several elements is no list.
  const rows::RecordRule* record_of(const Slot& slot) const {
    const bool is_in_rows = slot.record != kNone && slot.rule.is_list;
    return is_in_rows ? &records.records[slot.record] : nullptr;
  }
};

// The model as bytes and back. They begin with a version; from_bytes() throws Error for other
// versions and for bytes that to_bytes() cannot have written.
std::string to_bytes(const TemplateModel& model);
TemplateModel from_bytes(std::string_view bytes);

}  // namespace pagekin::skeleton
