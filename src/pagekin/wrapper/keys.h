// Keys: what selectors ask of a slot, as hashes.
//
// A slot has one key, or a few, of each family: its path, the classes around it, the text before
// it, the label of its row, the shape of its value ... A selector is a key and a number: the n-th
// slot of the page with that key, from the start or from the end. So a page is one pass over its
// slots, and a key that no selector has is never looked at again.
//
// Keys of an attribute slot differ from those of the texts of its element.
//
// Source: the families are those of wrapper induction (Kushmerick 1997; Muslea, Minton and
// Knoblock 2001; Dalvi, Kumar and Soliman 2011), in a form that one pass computes.
// Cost: time O(slots * families), a few nanoseconds a key; paths between two slots are
// followed for kMaxSteps steps.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "pagekin/wrapper/page_slots.h"
#include "pagekin/wrapper/value_text.h"
#include "pagekin/wrapper/vocabulary.h"

namespace pagekin::wrapper {

enum class FamilyGroup : std::uint8_t {
  kPosition,
  kId,
  kClass,
  kAttribute,
  kLink,
  kLabel,
  kNext,
  kRow,
  kOwn,
  kShape,
};

enum class Family : std::uint8_t {
#define FAMILY(constant, name, group) k##constant,
#include "pagekin/wrapper/families.inc"
#undef FAMILY
  kEnd
};
constexpr std::size_t kFamilies = static_cast<std::size_t>(Family::kEnd);

std::string_view to_text(Family family);
FamilyGroup group_of(Family family);

using FamilySet = std::bitset<kFamilies>;
FamilySet all_families();

// Whether a key of the family rests on a text of the template near the slot.
inline bool is_anchored_in_text(Family family) {
  const FamilyGroup group = group_of(family);
  return group == FamilyGroup::kLabel || group == FamilyGroup::kRow || group == FamilyGroup::kNext;
}

struct Key {
  Family family = Family::kEnd;
  std::uint64_t hash = 0;
};

// How one element stands to another: a hash of the tags up to the lowest element above both and
// down again, and of how far apart the two children of that are. 1 for paths of more than
// kMaxSteps steps.
constexpr int kMaxSteps = 64;
std::uint64_t path_between(const PageSlots& page, std::uint32_t from, std::uint32_t to);

// Computes keys of the slots of one page at a time. Keeps its buffers between pages.
class KeyMaker {
 public:
  // Both must outlive the use of keys_of(), which is for the first `slots` of the page.
  void prepare(const PageSlots& page, const Vocabulary& vocabulary, std::size_t slots);

  // The keys of the slot; valid until the next call.
  std::span<const Key> keys_of(std::uint32_t slot);

  bool is_label(std::uint32_t slot) const { return is_label_[slot]; }
  // Whether the slot is one of at least three texts of its element, with a label right before it:
  // "<b>Pages:</b> 96<br><b>Year:</b> 2008<br>" in one cell.
  bool is_labelled_in_run(std::uint32_t slot) const {
    const Slot& text = page_->slots[slot];
    return text.source == Source::kText && text.index + text.index_last >= 2 &&
           text.previous != kNone && is_label_[text.previous];
  }
  // The last label before a slot; kNone: none.
  std::uint32_t label_before(std::uint32_t slot) const { return label_before_[slot]; }

 private:
  struct Hashes {
    std::uint64_t path = 0;        // tags and places
    std::uint64_t path_last = 0;   // the same from the end
    std::uint64_t class_path = 0;  // tags and stable classes
    std::uint64_t tag_path = 0;
    std::uint64_t own = 0;         // tag, class attribute, id
    std::uint64_t stable = 0;      // tag, stable classes, stable id
    std::uint64_t id_path = 0;     // from the nearest element with a stable id
    std::uint64_t id_path2 = 0;    // from the one above that
    std::uint64_t id_classes = 0;  // the same with classes in place of numbers
    std::uint64_t class_anchor = 0;
    std::uint64_t class_anchor2 = 0;
  };

  // What keys take from a value.
  struct ValueHashes {
    std::uint64_t value = 0;  // Slot::hash; 0: free
    std::uint64_t prefix = 0;
    std::uint64_t first_word = 0;
    std::uint64_t shape = 0;
  };

  void prepare_elements(bool has_attributes);
  void prepare_texts();
  const ValueHashes& hashes_of_value(std::uint32_t slot);
  std::uint64_t path_between(std::uint32_t from, std::uint32_t to) const {
    return wrapper::path_between(*page_, from, to);
  }

  const PageSlots* page_ = nullptr;
  const Vocabulary* vocabulary_ = nullptr;
  std::vector<Hashes> hashes_;
  std::vector<std::uint8_t> is_label_;  // by text
  std::vector<std::uint32_t> label_before_;
  std::vector<std::uint32_t> heading_before_;
  std::vector<std::uint64_t> path_from_before_;  // by text: the path from the text before it
  // Values that were seen lately: pages of a template repeat most of their texts.
  static constexpr std::size_t recent_values = 2048;
  std::vector<ValueHashes> recent_;
  // Of one slot: at most one of each family, but one of each attribute of two elements.
  std::array<Key, kFamilies + 2 * kMaxTokens> keys_;
};

namespace keys {

// The text before ':' or '=', as a hash; 0: there is none.
std::uint64_t own_prefix(std::string_view value);
// The same as a label of the text; not equal to the label of any other text. 0: there is none.
inline std::uint64_t label_inside(std::string_view value) {
  const std::uint64_t prefix = own_prefix(value);
  return prefix == 0 ? 0 : mix(prefix + 0x2545f4914f6cdd1d);
}
// The first of several words, as a hash; 0: the value is one word.
std::uint64_t first_word(std::string_view value);

}  // namespace keys

}  // namespace pagekin::wrapper
