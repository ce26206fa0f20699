// Finds the fields of a page by the rules of its template.
//
// Cost: time O(slots * families), one lookup a key; memory of one page.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/wrapper/evidence.h"
#include "pagekin/wrapper/extent.h"
#include "pagekin/wrapper/key_table.h"
#include "pagekin/wrapper/same_place.h"
#include "pagekin/wrapper/usual_form.h"
#include "pagekin/wrapper/vote.h"
#include "pagekin/wrapper/wrapper.h"

namespace pagekin::wrapper {

// The confidence of a value that has not the form of all others, or may be another part of its
// text, is at most that.
constexpr double kUnusualFormConfidence = 0.5;

// Why a field has no value.
enum class FieldState : std::uint8_t {
  kFound,
  kAbsent,  // nothing on the page looks like it
  // Selectors disagree; the value is not like those of other pages; or nothing looks like the field
  // on this page, and nearly all others had it.
  kReview,
};

struct FoundField {
  FieldState state = FieldState::kAbsent;
  std::vector<std::string> values;  // one, or more for a list; of kReview: what was not trusted
  double confidence = 0;
  Evidence evidence;
  double agreement = 0;          // share of the winner among the votes
  double support = 0;            // of the winner, as a part of what is usual for the field
  std::uint32_t slot = kNone;    // that the selectors found
  SlotRange range;               // of the first value, or of all values of a list
  std::vector<SlotRange> items;  // of a list: of each value
  bool is_doubtful = false;      // of a page that has moved, see second_look.h
};

// An answer with less confidence needs review.
constexpr double kSureConfidence = 0.9;
inline bool needs_review(const FoundField& field) {
  return field.state == FieldState::kReview ||
         (field.state == FieldState::kFound && field.confidence < kSureConfidence);
}

// When a field is not answered; chosen like LearnOptions.
struct ApplyOptions {
  double min_share = 0.35;     // of the winner among the votes for values
  double min_support = 0.12;   // of the winner, as a part of what is usual for the field
  double veto = 1.0;           // votes for absence per vote for the value
  double label = 0.5;          // support, by the usual one, below which a label is no value
  double rival = 0.7;          // support, by that of another field of the same slot
  bool full_addresses = true;  // href and src are resolved
};

// What speaks against a winner.
struct Objections {
  bool is_label = false;    // it is a text of the template, and true values are not
  bool is_foreign = false;  // it has or is the label of another field, or separates others
};
Objections objections_to(const FieldRule& rule, const Vocabulary& vocabulary, const PageSlots& page,
                         std::uint32_t slot);

// Whether a value is words where all labelled values are numbers.
bool is_unlike_labels(const FieldRule& rule, std::string_view value);

// What the votes say. Sets the confidence.
FieldState judge(const FieldRule& rule, const Outcome& outcome, const Objections& objections,
                 const ApplyOptions& options, double& confidence);

// The rules of one template, ready for many pages. Keeps its buffers: one object a thread. The
// rules must outlive it.
class Applier {
 public:
  Applier(const TemplateRules& rules, const ApplyOptions& options = {});

  // What must be read of a page.
  const SlotOptions& slot_options() const { return slots_; }

  // `found` has one entry for each field of the rules. `address` of the page, for addresses.
  void apply(const PageSlots& page, std::string_view address, std::vector<FoundField>& found);

 private:
  void find_slots(const PageSlots& page);
  void note_match(std::uint64_t key, std::uint32_t slot);
  std::uint32_t slot_of(const Selector& selector, std::uint32_t key) const;
  void vote(const PageSlots& page, std::string_view address, std::size_t field, FoundField& found);
  void list_values(const PageSlots& page, std::string_view address, std::size_t field,
                   FoundField& found);
  bool is_elsewhere(std::uint32_t slot, std::size_t field);
  std::span<const Likeness> likenesses_of(std::uint32_t slot);
  Evidence evidence_for(const PageSlots& page, std::size_t field, const Outcome& outcome,
                        const FoundField& found);

  const TemplateRules* rules_;
  ApplyOptions options_;
  SlotOptions slots_;
  KeyMaker maker_;
  KeyTable keys_;
  std::vector<std::vector<std::uint32_t>> key_of_;  // by field and selector
  std::vector<std::vector<std::uint32_t>> list_key_of_;
  std::vector<std::vector<std::uint32_t>> matches_;  // by key: slots of the page
  std::vector<Vote> votes_;
  std::vector<std::uint32_t> voted_;  // slots
  std::vector<FoundField*> lost_;
  References references_;
  std::vector<FieldReferences> own_references_;  // by field
  std::vector<float> own_likeness_;              // see likeness_of_labels()
  std::vector<UsualForm> forms_;                 // by field
  // Slots of the page and what they resemble.
  std::map<std::uint32_t, std::vector<Likeness>> likenesses_;
  std::string buffer_;
};

// The value at these slots by the rule; nothing if they have none. Sets `value`. Addresses are
// given in full if `address`, that of the page, is not empty.
bool value_at(const PageSlots& page, const FieldRule& rule, const SlotRange& range,
              std::string_view address, std::string& value);

// The values of a list around the slot of one of them, by its container or by what stands together;
// empty: by selectors, which only an Applier has, or no list.
std::vector<SlotRange> listed_items(const PageSlots& page, const Vocabulary& vocabulary,
                                    const FieldRule& rule, std::uint32_t slot);

// Whether a rival of the part gives another value at these slots.
bool is_disputed(const PageSlots& page, const FieldRule& rule, const SlotRange& range);

}  // namespace pagekin::wrapper
