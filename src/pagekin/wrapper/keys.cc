#include "pagekin/wrapper/keys.h"

#include <string>

#include "pagekin/core/hash.h"
#include "pagekin/core/text.h"
#include "pagekin/html/tag_set.h"

namespace pagekin::wrapper {
namespace {

struct FamilyInfo {
  std::string_view name;
  FamilyGroup group;
};

constexpr FamilyInfo kInfos[] = {
#define FAMILY(constant, name, group) {name, FamilyGroup::k##group},
#include "pagekin/wrapper/families.inc"
#undef FAMILY
};

constexpr html::TagSet kHeadingTags =
    html::kHeadings | html::TagSet{html::kTagTh,    html::kTagDt,     html::kTagStrong, html::kTagB,
                                   html::kTagLabel, html::kTagLegend, html::kTagCaption};

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

}  // namespace

std::string_view to_text(Family family) { return kInfos[static_cast<std::size_t>(family)].name; }
FamilyGroup group_of(Family family) { return kInfos[static_cast<std::size_t>(family)].group; }

FamilySet all_families() {
  FamilySet all;
  return all.set();
}

std::uint64_t keys::own_prefix(std::string_view value) {
  constexpr std::size_t shortest = 2;
  constexpr std::size_t longest = 30;
  for (std::size_t i = 0; i < value.size() && i <= longest; ++i) {
    const char c = value[i];
    if (c == ':' || c == '=') {
      if (i < shortest) return 0;
      return hash_bytes(lower_case(value.substr(0, i))) | 1;
    }
    if (c >= '0' && c <= '9') return 0;
  }
  return 0;
}

std::uint64_t keys::first_word(std::string_view value) {
  const std::size_t end = value.find(' ');
  if (end == std::string_view::npos || end > kMaxLabelBytes) return 0;
  return hash_bytes(lower_case(value.substr(0, end))) | 1;
}

void KeyMaker::prepare(const PageSlots& page, const Vocabulary& vocabulary, std::size_t slots) {
  page_ = &page;
  vocabulary_ = &vocabulary;
  prepare_elements(slots > page.text_count);
  prepare_texts();
}

void KeyMaker::prepare_elements(bool has_attributes) {
  const PageSlots& page = *page_;
  hashes_.resize(page.elements.size());
  for (std::size_t i = 0; i < page.elements.size(); ++i) {
    const Element& element = page.elements[i];
    if (!has_attributes && element.first_text == kNone) continue;  // no slot is in it
    std::uint64_t classes = 0;
    for (const std::uint64_t token : page.tokens_of(element)) {
      if (vocabulary_->stable.contains(token)) classes = hash_pair(classes, token) | 1;
    }
    const std::uint64_t id =
        element.id != 0 && vocabulary_->stable.contains(element.id) ? element.id : 0;
    const std::uint64_t step = hash_pair(element.tag, element.nth);
    Hashes& own = hashes_[i];
    own.own = hash_pair(hash_pair(element.tag, element.class_hash), element.id);
    own.stable = hash_pair(hash_pair(element.tag, classes), id);
    const std::uint64_t tag_and_classes = hash_pair(element.tag, classes);
    const Hashes* const above = element.parent == kNone ? nullptr : &hashes_[element.parent];
    own.path = hash_pair(above == nullptr ? 1 : above->path, step);
    own.path_last = hash_pair(above == nullptr ? 2 : above->path_last,
                              hash_pair(element.tag, element.nth_last));
    own.class_path = hash_pair(above == nullptr ? 3 : above->class_path, tag_and_classes);
    own.tag_path = hash_pair(above == nullptr ? 4 : above->tag_path, element.tag);
    // Steps below the nearest anchor; an anchor begins a path of its own, and the one that led to
    // it becomes the outer one.
    const auto below = [&](std::uint64_t outer, std::uint64_t with) {
      return outer == 0 ? 0 : hash_pair(outer, with) | 1;
    };
    const std::uint64_t above_id = above == nullptr ? 0 : above->id_path;
    const std::uint64_t above_class = above == nullptr ? 0 : above->class_anchor;
    own.id_path = id != 0 ? id | 1 : below(above_id, step);
    own.id_path2 = id != 0 ? below(above_id, step) : below(above ? above->id_path2 : 0, step);
    own.id_classes = id != 0 ? hash_pair(id, element.tag) | 1
                             : below(above ? above->id_classes : 0, tag_and_classes);
    own.class_anchor = classes != 0 ? tag_and_classes | 1 : below(above_class, step);
    own.class_anchor2 =
        classes != 0 ? below(above_class, step) : below(above ? above->class_anchor2 : 0, step);
  }
}

void KeyMaker::prepare_texts() {
  const PageSlots& page = *page_;
  is_label_.resize(page.text_count);
  label_before_.resize(page.text_count);
  heading_before_.resize(page.text_count);
  path_from_before_.resize(page.text_count);
  std::uint32_t label = kNone;
  std::uint32_t heading = kNone;
  for (std::uint32_t i = 0; i < page.text_count; ++i) {
    const Slot& slot = page.slots[i];
    label_before_[i] = label;
    heading_before_[i] = heading;
    is_label_[i] = slot.size <= kMaxLabelBytes && vocabulary_->labels.contains(slot.label);
    if (is_label_[i]) label = i;
    if (i > 0) path_from_before_[i] = path_between(page.slots[i - 1].element, slot.element);
    const Element& element = page.elements[slot.element];
    if (kHeadingTags.has(element.tag) ||
        (element.parent != kNone && kHeadingTags.has(page.elements[element.parent].tag))) {
      heading = i;
    }
  }
}

const KeyMaker::ValueHashes& KeyMaker::hashes_of_value(std::uint32_t slot) {
  if (recent_.empty()) recent_.resize(recent_values);
  const std::uint64_t hash = page_->slots[slot].hash;
  ValueHashes& known = recent_[hash % recent_values];
  if (known.value != hash || hash == 0) {
    const std::string_view value = page_->value(slot);
    known = {.value = hash,
             .prefix = keys::own_prefix(value),
             .first_word = keys::first_word(value),
             .shape = shape_hash(value)};
  }
  return known;
}

std::span<const Key> KeyMaker::keys_of(std::uint32_t number) {
  const PageSlots& page = *page_;
  const Slot& slot = page.slots[number];
  std::size_t count = 0;
  const auto made = [&] { return std::span<const Key>(keys_).first(count); };
  // Inline, as it is most of the work: what many keys have in common is then computed once.
  const auto add = [&](Family family, auto... parts) __attribute__((always_inline)) {
    std::uint64_t hash = (static_cast<std::uint64_t>(family) + 1) * 0xd6e8feb86659fd93;
    ((hash = hash_pair(hash, static_cast<std::uint64_t>(parts))), ...);
    keys_[count++] = {family, hash};
  };
  if (slot.source == Source::kJsonLd) {
    add(Family::kJson, slot.label);
    return made();
  }
  const std::uint32_t e = slot.element;
  const Element& element = page.elements[e];
  const Hashes& own = hashes_[e];
  // Texts of an element are distinguished by their number, attributes by their kind.
  const std::uint64_t kind = kind_of(slot);
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

  add(Family::kPath, own.path, index);
  add(Family::kPathFromEnd, own.path_last, index_last);
  if (own.id_path != 0) {
    add(Family::kPathFromId, own.id_path, index);
    add(Family::kClassesFromId, own.id_classes, kind);
  }
  if (own.id_path2 != 0) add(Family::kPathFromOuterId, own.id_path2, index);
  add(Family::kClassesFromRoot, own.class_path, index);
  add(Family::kElement, own.own, index);
  add(Family::kElementAndParent, own.own, own_of(parent), index);
  add(Family::kThreeElements, own.stable, stable_of(parent), stable_of(parent2), kind);
  add(Family::kFourElements, own.stable, stable_of(parent), stable_of(parent2), stable_of(parent3),
      kind);
  if (own.class_anchor != 0) {
    add(Family::kPathFromClass, own.class_anchor, index);
  }
  if (own.class_anchor2 != 0) {
    add(Family::kPathFromOuterClass, own.class_anchor2, index);
  }
  add(Family::kTagsFromRoot, own.tag_path, index);
  add(Family::kFourTags, element.tag, tag_of(parent), tag_of(parent2), tag_of(parent3), kind);
  for (const std::uint64_t pair : page.pairs_of(element)) {
    add(Family::kAttribute, element.tag, pair, kind);
  }
  if (parent != kNone) {
    for (const std::uint64_t pair : page.pairs_of(page.elements[parent])) {
      add(Family::kAttributeOfParent, element.tag, pair, kind);
    }
  }
  add(Family::kAttributes, element.signature, index);
  add(Family::kAttributesOfTwo, element.signature, sign_of(parent), index);
  add(Family::kAttributesOfThree, element.signature, sign_of(parent), sign_of(parent2), index);
  std::uint32_t in_link = e;
  for (int step = 0; step < 3 && in_link != kNone; ++step) {
    if (const std::uint64_t link = page.elements[in_link].link; link != 0) {
      add(Family::kLink, link, kind);
      add(Family::kLinkAndClasses, link, own.own, own_of(parent), kind);
      break;
    }
    in_link = page.elements[in_link].parent;
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
  add(Family::kTextBefore, label, kind);
  add(Family::kTextBeforeAndClass, label, own.stable, kind);
  add(Family::kTwoTextsBefore, label_of(before2), label, kind);
  add(Family::kTextAfter, label_of(after), element.tag, kind);
  add(Family::kTextsAround, label, label_of(after), kind);
  const auto path_from = [&](std::uint32_t text) {
    return slot.source == Source::kText && text + 1 == number
               ? path_from_before_[number]
               : path_between(page.slots[text].element, e);
  };
  if (before != kNone) {
    add(Family::kTextBeforeAndPath, label, path_from(before), index);
  }
  if (after < page.text_count) {
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
    add(Family::kLabelAndTag, text, element.tag, kind);
    add(Family::kLabelAndDistance, text, distance, kind);
    add(Family::kLabelAndPath, text, path_from(last), index);
    add(Family::kLabelAndClass, text, own.stable, stable_of(parent), kind);
  }
  if (heading != kNone) {
    const std::uint64_t text = page.slots[heading].label;
    add(Family::kHeadingAndTag, text, element.tag, kind);
    add(Family::kHeadingAndClass, text, own.stable, stable_of(parent), kind);
  }
  // Labels of rows: the first texts of the ancestors, with the path from there.
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
      add(family, text, row.tag, path, index);
      if (rows < 3) {
        const auto tagged = static_cast<Family>(static_cast<int>(Family::kRowAndTag) + rows - 1);
        add(tagged, text, row.tag, element.tag, kind);
      }
    }
    path = hash_pair(hash_pair(path, row.tag), row.nth);
    at = row.parent;
  }
  if (slot.source != Source::kText) return made();

  // The value itself.
  const ValueHashes& of_value = hashes_of_value(number);
  if (of_value.prefix != 0) {
    add(Family::kPrefix, of_value.prefix);
    add(Family::kPrefixAndClass, of_value.prefix, own.own);
  }
  if (of_value.first_word != 0) {
    add(Family::kFirstWord, of_value.first_word, own.own);
  }
  const std::uint64_t shape = of_value.shape;
  add(Family::kShape, shape);
  add(Family::kShapeAndClass, shape, own.own, own_of(parent));
  if (last != kNone) {
    add(Family::kShapeAndLabel, shape, page.slots[last].label);
  }
  return made();
}

std::uint64_t path_between(const PageSlots& page, std::uint32_t from, std::uint32_t to) {
  const std::vector<Element>& elements = page.elements;
  std::uint64_t up = 0;
  std::uint64_t down = 0;
  std::int64_t up_child = 0;
  std::int64_t down_child = 0;
  for (int step = 0; from != to; ++step) {
    if (step == kMaxSteps) return 1;
    if (elements[from].depth >= elements[to].depth) {
      up = hash_pair(up + 1, elements[from].tag);
      up_child = elements[from].child;
      from = elements[from].parent;
    } else {
      down = hash_pair(down + 1, elements[to].tag);
      down_child = elements[to].child;
      to = elements[to].parent;
    }
  }
  const std::int64_t apart = up_child != 0 && down_child != 0 ? down_child - up_child : 0;
  return hash_pair(hash_pair(up, down), static_cast<std::uint64_t>(apart));
}

}  // namespace pagekin::wrapper
