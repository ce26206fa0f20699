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

void KeyMaker::prepare(const PageSlots& page, const Vocabulary& vocabulary,
                       const FamilySet& families) {
  page_ = &page;
  vocabulary_ = &vocabulary;
  families_ = families;
  prepare_elements();
  prepare_texts();
}

void KeyMaker::prepare_elements() {
  const PageSlots& page = *page_;
  hashes_.resize(page.elements.size());
  for (std::size_t i = 0; i < page.elements.size(); ++i) {
    const Element& element = page.elements[i];
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

const KeyMaker::ValueHashes& KeyMaker::hashes_of_value(std::uint32_t slot) const {
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
