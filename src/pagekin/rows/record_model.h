// The records of a template: which places are rows, and where the cells of a row are.
//
// The same form serves records that were found without labels and those that were learned from
// labelled rows.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/content/source.h"
#include "pagekin/rows/place_tree.h"

namespace pagekin::rows {

// What of the elements at a place is the value. Part of stored formats.
enum class Part : std::uint8_t {
  kText,       // the texts of all elements at the place
  kNth,        // the text of the n-th
  kBody,       // the text of the first without its constant children
  kOwn,        // the texts of the first that are not in its children
  kOwnNth,     // the n-th of them
  kLine,       // the n-th line of the first
  kAttribute,  // an attribute of the first
};
constexpr std::size_t kParts = 7;

struct CellSource {
  std::uint32_t place = 0;
  Part part = Part::kText;
  std::uint8_t number = 0;  // n from 0, or that of the attribute, see content/source.h

  // Of an attribute.
  content::Source attribute() const { return content::kCellAttributes[number]; }

  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes the comparison for a pointer
  friend auto operator<=>(const CellSource&, const CellSource&) = default;
};

// Which part of a text is the value.
struct Cut {
  enum class Kind : std::uint8_t {
    kNot,      // all of it
    kTrim,     // without `before` and `after` at its ends, where it has them
    kBetween,  // what stands between them; nothing where one is missing. Empty: begin and end
  };
  Kind kind = Kind::kNot;
  std::string before;
  std::string after;

  friend bool operator==(const Cut&, const Cut&) = default;
};

// The part of a text between two others; an empty one is its begin or end. Nothing: one is missing.
std::optional<std::string_view> text_between(std::string_view before, std::string_view after,
                                             std::string_view text);

// The part of the text; empty: none.
std::string_view apply_cut(const Cut& cut, std::string_view text);

struct Cell {
  std::string name;
  CellSource source;
  Cut cut;
  bool is_required = false;  // what lacks it is not a row
  // The outermost place that had no other text in all labelled rows; kNone: the own one. Where it
  // has more, or has a text and the cell has none, nobody knows which of them is the value.
  std::uint32_t around = kNone;
  // Some labelled values, if these and most others have a form in common (dates, addresses). A
  // value of another form is in doubt.
  std::vector<std::string> examples;
};

struct RecordRule {
  std::string name;
  std::vector<std::uint32_t> places;  // ascending; of a row that is several siblings more than one
  std::uint32_t start = kNone;        // the place with which such a row begins
  std::vector<std::uint64_t> constant_rows;  // hashes of texts of header rows, ascending
  // The same of rows that most pages have, of which no label says whether they are headers. What
  // has all usual cells and the shape of a labelled row is a row in doubt, the rest is none.
  std::vector<std::uint64_t> shared_rows;
  // See row_sections.h. Under the first ones labelled pages have rows that are not labelled: these
  // are no rows. Under the second ones only other pages have rows: these are in doubt.
  std::vector<std::uint64_t> other_sections;     // ascending
  std::vector<std::uint64_t> doubtful_sections;  // ascending
  // A row has half of the usual values, or a shape like one of these: places two levels deep.
  std::vector<CellSource> usual;
  std::vector<std::vector<std::uint32_t>> shapes;  // each ascending
  double least_alike = 0.6;                        // overlap with a shape
  std::vector<Cell> cells;
  std::uint32_t pages = 0;  // that have rows, of those it was learned from
  std::uint32_t rows = 0;
  double agreement = 1;  // share of labelled cells that the rule gives right
};

struct RecordModel {
  PlaceTree tree;
  std::vector<RecordRule> records;

  bool empty() const { return records.empty(); }
};

// Drops the places that no record needs.
void prune(RecordModel& model);

// The model as bytes and back. from_bytes() throws Error for bytes that to_bytes() cannot have
// written.
std::string to_bytes(const RecordModel& model);
RecordModel record_model_from(std::string_view bytes);

}  // namespace pagekin::rows
