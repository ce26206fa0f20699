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
  // Both must outlive the use of keys_of(). Only keys of these families are made.
  void prepare(const PageSlots& page, const Vocabulary& vocabulary, const FamilySet& families);

  // Calls take(Family, hash) for each key of the slot.
  template <class Take>
  void keys_of(std::uint32_t slot, const Take& take) const {
    keys_of(slot, families_, take);
  }
  // The same for other families.
  template <class Take>
  void keys_of(std::uint32_t slot, const FamilySet& families, const Take& take) const;

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

  void prepare_elements();
  void prepare_texts();
  const ValueHashes& hashes_of_value(std::uint32_t slot) const;
  std::uint64_t path_between(std::uint32_t from, std::uint32_t to) const {
    return wrapper::path_between(*page_, from, to);
  }

  const PageSlots* page_ = nullptr;
  const Vocabulary* vocabulary_ = nullptr;
  FamilySet families_;
  std::vector<Hashes> hashes_;
  std::vector<std::uint8_t> is_label_;  // by text
  std::vector<std::uint32_t> label_before_;
  std::vector<std::uint32_t> heading_before_;
  std::vector<std::uint64_t> path_from_before_;  // by text: the path from the text before it
  // Values that were seen lately: pages of a template repeat most of their texts.
  static constexpr std::size_t recent_values = 2048;
  mutable std::vector<ValueHashes> recent_;
};

// ---- Implementation of keys_of().

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

constexpr std::uint64_t salt(Family family) {
  return (static_cast<std::uint64_t>(family) + 1) * 0xd6e8feb86659fd93;
}

// What keys have of the source of a slot. The numbers are part of the format of wrapper files.
constexpr std::uint64_t kind_of(const Slot& slot) {
  switch (slot.source) {
    case Source::kHref:
      return 1;
    case Source::kSrc:
      return 2;
    case Source::kContent:
      return 3;
    case Source::kDatetime:
      return 4;
    case Source::kAlt:
      return 5;
    case Source::kTitle:
      return 6;
    case Source::kValue:
      return 7;
    case Source::kDataSrc:
    case Source::kOther:
      return slot.label | 0x100;  // a name; more than any number above
    default:
      return 0;
  }
}

}  // namespace keys

template <class Take>
void KeyMaker::keys_of(std::uint32_t number, const FamilySet& families, const Take& take) const {
  const PageSlots& page = *page_;
  const Slot& slot = page.slots[number];
  const auto wants = [&](Family family) { return families[static_cast<std::size_t>(family)]; };
  const auto add = [&](Family family, std::uint64_t a, auto... more) {
    std::uint64_t hash = hash_pair(keys::salt(family), a);
    ((hash = hash_pair(hash, static_cast<std::uint64_t>(more))), ...);
    take(family, hash);
  };
  if (slot.source == Source::kJsonLd) {
    if (wants(Family::kJson)) add(Family::kJson, slot.label);
    return;
  }
  const std::uint32_t e = slot.element;
  const Element& element = page.elements[e];
  const Hashes& own = hashes_[e];
  // Texts of an element are distinguished by their number, attributes by their kind.
  const std::uint64_t kind = keys::kind_of(slot);
  const std::uint64_t index = slot.source == Source::kText ? slot.index : 0x10000 + kind;
  const std::uint64_t index_last = slot.source == Source::kText ? slot.index_last : index;
  const std::uint32_t parent = element.parent;
  const std::uint32_t parent2 = parent == kNone ? kNone : page.elements[parent].parent;
  const std::uint32_t parent3 = parent2 == kNone ? kNone : page.elements[parent2].parent;
  const auto own_of = [&](std::uint32_t at) { return at == kNone ? 0 : hashes_[at].own; };
  const auto stable_of = [&](std::uint32_t at) { return at == kNone ? 0 : hashes_[at].stable; };
  const auto tag_of = [&](std::uint32_t at) { return at == kNone ? 0 : page.elements[at].tag; };
  const auto sign_of = [&](std::uint32_t at) {
    return at == kNone ? 0 : page.elements[at].signature;
  };

  if (wants(Family::kPath)) add(Family::kPath, own.path, index);
  if (wants(Family::kPathFromEnd)) add(Family::kPathFromEnd, own.path_last, index_last);
  if (own.id_path != 0) {
    if (wants(Family::kPathFromId)) add(Family::kPathFromId, own.id_path, index);
    if (wants(Family::kClassesFromId)) add(Family::kClassesFromId, own.id_classes, kind);
  }
  if (own.id_path2 != 0 && wants(Family::kPathFromOuterId))
    add(Family::kPathFromOuterId, own.id_path2, index);
  if (wants(Family::kClassesFromRoot)) add(Family::kClassesFromRoot, own.class_path, index);
  if (wants(Family::kElement)) add(Family::kElement, own.own, index);
  if (wants(Family::kElementAndParent))
    add(Family::kElementAndParent, own.own, own_of(parent), index);
  if (wants(Family::kThreeElements)) {
    add(Family::kThreeElements, own.stable, stable_of(parent), stable_of(parent2), kind);
  }
  if (wants(Family::kFourElements)) {
    add(Family::kFourElements, own.stable, stable_of(parent), stable_of(parent2),
        stable_of(parent3), kind);
  }
  if (own.class_anchor != 0 && wants(Family::kPathFromClass)) {
    add(Family::kPathFromClass, own.class_anchor, index);
  }
  if (own.class_anchor2 != 0 && wants(Family::kPathFromOuterClass)) {
    add(Family::kPathFromOuterClass, own.class_anchor2, index);
  }
  if (wants(Family::kTagsFromRoot)) add(Family::kTagsFromRoot, own.tag_path, index);
  if (wants(Family::kFourTags)) {
    add(Family::kFourTags, element.tag, tag_of(parent), tag_of(parent2), tag_of(parent3), kind);
  }
  if (wants(Family::kAttribute)) {
    for (const std::uint64_t pair : page.pairs_of(element)) {
      add(Family::kAttribute, element.tag, pair, kind);
    }
  }
  if (wants(Family::kAttributeOfParent) && parent != kNone) {
    for (const std::uint64_t pair : page.pairs_of(page.elements[parent])) {
      add(Family::kAttributeOfParent, element.tag, pair, kind);
    }
  }
  if (wants(Family::kAttributes)) add(Family::kAttributes, element.signature, index);
  if (wants(Family::kAttributesOfTwo)) {
    add(Family::kAttributesOfTwo, element.signature, sign_of(parent), index);
  }
  if (wants(Family::kAttributesOfThree)) {
    add(Family::kAttributesOfThree, element.signature, sign_of(parent), sign_of(parent2), index);
  }
  if (wants(Family::kLink) || wants(Family::kLinkAndClasses)) {
    std::uint32_t at = e;
    for (int step = 0; step < 3 && at != kNone; ++step, at = page.elements[at].parent) {
      const std::uint64_t link = page.elements[at].link;
      if (link == 0) continue;
      if (wants(Family::kLink)) add(Family::kLink, link, kind);
      if (wants(Family::kLinkAndClasses)) {
        add(Family::kLinkAndClasses, link, own.own, own_of(parent), kind);
      }
      break;
    }
  }

  // Texts around the slot.
  const std::uint32_t before = slot.previous;
  const std::uint32_t before2 = before == kNone ? kNone : page.slots[before].previous;
  const std::uint32_t after = slot.source == Source::kText ? number + 1
                              : before == kNone            ? 0
                                                           : before + 1;
  const auto label_of = [&](std::uint32_t at) {
    return at < page.text_count ? page.slots[at].label : at == kNone ? 1 : 2;
  };
  const std::uint64_t label = label_of(before);
  if (wants(Family::kTextBefore)) add(Family::kTextBefore, label, kind);
  if (wants(Family::kTextBeforeAndClass)) add(Family::kTextBeforeAndClass, label, own.stable, kind);
  if (wants(Family::kTwoTextsBefore)) add(Family::kTwoTextsBefore, label_of(before2), label, kind);
  if (wants(Family::kTextAfter)) add(Family::kTextAfter, label_of(after), element.tag, kind);
  if (wants(Family::kTextsAround)) add(Family::kTextsAround, label, label_of(after), kind);
  const auto path_from = [&](std::uint32_t text) {
    return slot.source == Source::kText && text + 1 == number
               ? path_from_before_[number]
               : path_between(page.slots[text].element, e);
  };
  if (before != kNone && wants(Family::kTextBeforeAndPath)) {
    add(Family::kTextBeforeAndPath, label, path_from(before), index);
  }
  if (after < page.text_count && wants(Family::kTextAfterAndPath)) {
    const std::uint64_t path = slot.source == Source::kText
                                   ? path_from_before_[after]
                                   : path_between(e, page.slots[after].element);
    add(Family::kTextAfterAndPath, label_of(after), path, kind);
  }
  // The last label before, also of an attribute slot: that before the text before, or that text.
  std::uint32_t last = kNone;
  std::uint32_t heading = kNone;
  if (slot.source == Source::kText) {
    last = label_before_[number];
    heading = heading_before_[number];
  } else if (before != kNone) {
    last = is_label_[before] ? before : label_before_[before];
    heading = heading_before_[before];
  }
  if (last != kNone) {
    const std::uint64_t text = page.slots[last].label;
    const std::uint32_t distance = (slot.source == Source::kText ? number : before + 1) - last;
    if (wants(Family::kLabelAndTag)) add(Family::kLabelAndTag, text, element.tag, kind);
    if (wants(Family::kLabelAndDistance)) add(Family::kLabelAndDistance, text, distance, kind);
    if (wants(Family::kLabelAndPath)) {
      add(Family::kLabelAndPath, text, path_from(last), index);
    }
    if (wants(Family::kLabelAndClass)) {
      add(Family::kLabelAndClass, text, own.stable, stable_of(parent), kind);
    }
  }
  if (heading != kNone) {
    const std::uint64_t text = page.slots[heading].label;
    if (wants(Family::kHeadingAndTag)) add(Family::kHeadingAndTag, text, element.tag, kind);
    if (wants(Family::kHeadingAndClass)) {
      add(Family::kHeadingAndClass, text, own.stable, stable_of(parent), kind);
    }
  }
  // Labels of rows: the first texts of the ancestors, with the path from there.
  if (wants(Family::kRow) || wants(Family::kOuterRow) || wants(Family::kOutermostRow) ||
      wants(Family::kRowAndTag) || wants(Family::kOuterRowAndTag)) {
    constexpr int most_levels = 7;
    std::uint64_t path = 0;
    int rows = 0;
    std::uint32_t seen = slot.source == Source::kText ? number : kNone;
    std::uint32_t at = e;
    for (int level = 0; level < most_levels && at != kNone && rows < 3; ++level) {
      const Element& row = page.elements[at];
      const std::uint32_t first = row.first_text;
      if (first != kNone && first != seen && page.slots[first].size <= kMaxLabelBytes &&
          !(slot.source == Source::kText && first == number)) {
        seen = first;
        ++rows;
        const std::uint64_t text = page.slots[first].label;
        const auto family = static_cast<Family>(static_cast<int>(Family::kRow) + rows - 1);
        if (wants(family)) add(family, text, row.tag, path, index);
        if (rows < 3) {
          const auto tagged = static_cast<Family>(static_cast<int>(Family::kRowAndTag) + rows - 1);
          if (wants(tagged)) add(tagged, text, row.tag, element.tag, kind);
        }
      }
      path = hash_pair(hash_pair(path, row.tag), row.nth);
      at = row.parent;
    }
  }
  if (slot.source != Source::kText) return;

  // The value itself.
  const ValueHashes& of_value = hashes_of_value(number);
  if (of_value.prefix != 0) {
    if (wants(Family::kPrefix)) add(Family::kPrefix, of_value.prefix);
    if (wants(Family::kPrefixAndClass)) add(Family::kPrefixAndClass, of_value.prefix, own.own);
  }
  if (of_value.first_word != 0 && wants(Family::kFirstWord)) {
    add(Family::kFirstWord, of_value.first_word, own.own);
  }
  const std::uint64_t shape = of_value.shape;
  if (wants(Family::kShape)) add(Family::kShape, shape);
  if (wants(Family::kShapeAndClass)) add(Family::kShapeAndClass, shape, own.own, own_of(parent));
  if (wants(Family::kShapeAndLabel) && last != kNone) {
    add(Family::kShapeAndLabel, shape, page.slots[last].label);
  }
}

}  // namespace pagekin::wrapper
