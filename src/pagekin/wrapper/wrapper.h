// What `learn` learns of a template: for each field how to find it on a page.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "pagekin/rows/record_model.h"
#include "pagekin/wrapper/keys.h"
#include "pagekin/wrapper/text_part.h"
#include "pagekin/wrapper/vocabulary.h"

namespace pagekin::wrapper {

// The n-th slot with a key.
struct Selector {
  Family family = Family::kEnd;
  std::uint64_t key = 0;
  std::int32_t ordinal = 0;  // from 0; negative: from the end, the last is -1
  float weight = 0;
  float silence = 0;  // see Vote
};

// What belongs to a value apart from the slot that selectors find; extent.h reads it.
struct Extent {
  enum class Kind : std::uint8_t {
    kSlot,       // nothing
    kContainer,  // all texts of an element around the slot
    kRun,        // the next texts: up to one of `ends`, else `texts` in all
  };
  Kind kind = Kind::kSlot;
  std::uint32_t texts = 0;      // of a labelled value with several
  std::uint64_t container = 0;  // identity_of() the element
  std::uint32_t depth = 0;      // where it usually is
  // Of a list: identity_of() the elements in the container that hold one value each; 0: the
  // container is one value.
  std::uint64_t item = 0;
  // What texts of the template mean in a container.
  enum class Labels : std::uint8_t {
    kBelong,   // they belong to the value, as headings do to a long text
    kForeign,  // something else joined the value: the container is not taken
    kAround,   // those at its beginning and end are not of the value
    kUnknown,  // labelled texts had none: as kAround, and the value is in doubt where there are
               // some
  };
  Labels labels = Labels::kBelong;
  // Labelled values have texts of <nav> elements in them. Else those at the ends are not of a
  // value.
  bool has_navigation = false;
  // Of a run: where it ends. Slot::label of texts of the template that follow labelled values, and
  // identity_of() elements in the container that begin there, ascending. It does not leave the
  // container, an element around all labelled texts.
  std::vector<std::uint64_t> ends;
  bool ends_with_container = false;  // so did a labelled one

  // Of a run: else all are so long as the labelled one.
  bool ends_it() const { return ends_with_container || !ends.empty(); }

  friend bool operator==(const Extent&, const Extent&) = default;
};

// What stands between the values of a list, from most to least.
enum class Between : std::uint8_t { kWords, kMarks, kNothing };

// The sides on which a value has others of its kind.
struct Neighbours {
  bool before : 1 = false;
  bool after : 1 = false;
  // Beyond what joins two values of a line, or in the same element.
  bool joined_before : 1 = false;
  bool joined_after : 1 = false;

  // Whether there is one where `known` has none.
  bool has_more_than(const Neighbours& known) const {
    return (before && !known.before) || (after && !known.after) ||
           (joined_before && !known.joined_before) || (joined_after && !known.joined_after);
  }
  friend bool operator==(const Neighbours&, const Neighbours&) = default;
};

// What was seen of a field on the pages from which it was learned; later runs are compared with it.
constexpr double kNearlyAllPages = 0.9;

struct FieldProfile {
  std::uint32_t pages = 0;                 // of the template
  std::uint32_t filled = 0;                // with a value
  double agreement = 0;                    // mean share of the winner, of filled pages
  std::vector<ValueShape> shapes;          // of some values
  std::vector<std::string> examples;       // some values
  std::vector<std::uint64_t> values;       // hashes of up to kMaxProfileValues values, ascending
  std::vector<std::uint64_t> page_values;  // their hash_on_page(), ascending
  // Hashes of texts that stand right before it, most frequent first.
  std::vector<std::uint64_t> labels;

  // Nearly all pages have it: one that seems to lack it is in doubt.
  bool is_usual() const { return filled > 0 && filled >= kNearlyAllPages * pages; }
};

// The same of a record. Files of version 5 did not say it: then it is what is at least true, and
// the last two are not known.
struct RecordProfile {
  std::uint32_t pages = 0;           // of the template, that were read for rows
  std::uint32_t filled = 0;          // with rows
  std::uint64_t rows = 0;            // of all of them
  std::uint32_t usual_rows = 0;      // of a page: the median of those that have some
  std::vector<std::uint64_t> cells;  // rows with the cell, by cell of the rule

  bool is_usual() const { return filled > 0 && filled >= kNearlyAllPages * pages; }
};

// A hash of a value on a certain page.
inline std::uint64_t hash_on_page(std::string_view address, std::uint64_t value) {
  return hash_pair(hash_bytes(address), value);
}
constexpr std::size_t kMaxProfileValues = 2'000;
constexpr std::size_t kMaxProfileShapes = 16;
constexpr std::size_t kMaxAddresses = 20'000;  // of a template

// Slots of labelled pages that slots of other pages resemble; same_place.h explains them.
struct ReferenceKey {
  std::uint64_t key = 0;
  std::uint32_t slot = 0;  // number of the reference slot
  float weight = 0;
  std::uint8_t group = 0;
};

// The text right before the labelled values, if it says the name of the field: "Date:".
struct OwnLabel {
  std::vector<std::uint64_t> labels;  // their hashes, ascending; none: nothing is known
  std::uint64_t relation = 0;         // how the values stand to them, see path_between()

  friend bool operator==(const OwnLabel&, const OwnLabel&) = default;
};

struct FieldRule {
  std::string name;
  Extent extent;
  TextPart part;
  std::vector<TextPart> rivals;         // of the part: where they differ, the value is in doubt
  std::vector<std::string> separators;  // of values in one text, see listed_text.h; ascending
  bool in_attribute = false;            // its slots may be attributes
  bool is_list = false;                 // may have several values
  bool is_constant = false;             // its values may be texts of the template
  bool has_placeholders = false;        // "N/A" and the like are values
  bool is_number = false;               // labelled values have digits and no letters
  std::vector<Selector> selectors;
  std::vector<Selector> list_keys;  // all slots with the key are values; ordinals do not count
  // Hashes of labels that stand before other values where this field is there, ascending. A value
  // behind one of them is not this field.
  std::vector<std::uint64_t> foreign_labels;
  OwnLabel own_label;  // a value behind another text, in the same relation, is in doubt
  // Reference slots that hold the field, ascending; reference pages on which it was labelled, a bit
  // each. See same_place.h.
  std::vector<std::uint32_t> own_slots;
  std::uint32_t reference_pages = 0;
  std::vector<std::uint64_t> absent_on;  // hashes of pages that were labelled to lack it, ascending
  Neighbours had_neighbours;             // of labelled values, see evidence.h
  // Values of a labelled list, at most. In one text: kWords if labelled values have marks in them
  // that separate values elsewhere; else kNothing.
  Between between = Between::kWords;
  // Its rules are older than the marks of the template: a repair found other fields again, not this
  // one. It is looked for as on pages that have moved, see second_look.h.
  bool is_aged = false;
  double usual_support = 0;  // median over the pages with a value
  // A list of which the labelled pages had one value each, and others have several; see
  // values_together.h. Where there are several, they are in doubt.
  bool was_labelled_alone() const {
    return is_list && extent.item == 0 && list_keys.empty() && separators.empty();
  }
  float trust = 1;  // a factor of the confidence: less for labels that are not certain
  FieldProfile profile;
};

struct TemplateRules {
  std::uint32_t id = 0;
  std::string label;  // the id that users see; several designs of a template have the same
  std::string name;
  std::uint32_t pages = 0;        // from which it was learned
  std::uint32_t crawl_pages = 0;  // that had it then; `pages` may be a sample of them
  Vocabulary vocabulary;
  std::vector<std::uint64_t> marks;      // ascending; on most of its pages, see features/marks.h
  std::vector<ReferenceKey> references;  // by key, then slot
  float typical = 0;  // the overlap of its pages with these marks: nearly all have more
  std::vector<std::uint64_t>
      addresses;  // hashes of the ids of its pages, ascending, at most kMaxAddresses
  // Attributes, apart from the usual ones, of which fields are; lower case, ascending.
  std::vector<std::string> attributes;
  std::vector<FieldRule> fields;
  rows::RecordModel records;                   // from labels such as posts.author
  std::vector<RecordProfile> record_profiles;  // by record
  // Rules for second places of some fields, see reserve_places.h: none, or one. They have a
  // vocabulary, references and fields, and nothing else.
  std::vector<TemplateRules> reserve;

  bool has_any() const { return !fields.empty() || !records.empty(); }
  // Of a record; empty: not known.
  RecordProfile profile_of_record(std::size_t record) const {
    return record < record_profiles.size() ? record_profiles[record] : RecordProfile();
  }
  std::uint32_t all_pages() const { return std::max(pages, crawl_pages); }
};

struct Wrapper {
  std::vector<TemplateRules> templates;
};

}  // namespace pagekin::wrapper
