// What belongs to a value: the element around the slot that selectors find, with all its texts.
//
// The container of a field is known by its identity: its tag, and those of its class names and its
// id that many pages of the template have. Paragraphs may come and go inside of it. Where several
// elements around a slot have the identity, the one at the usual depth counts.
//
// Cost: O(depth) for a slot; O(texts * depth) for the items of a list.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/wrapper/page_slots.h"
#include "pagekin/wrapper/vocabulary.h"
#include "pagekin/wrapper/wrapper.h"

namespace pagekin::wrapper {

// Slots from `first` to `last`, both included.
struct SlotRange {
  std::uint32_t first = kNone;
  std::uint32_t last = kNone;
  friend bool operator==(const SlotRange&, const SlotRange&) = default;
};

// A hash of the tag, the stable class names and the stable id of an element.
std::uint64_t identity_of(const PageSlots& page, const Vocabulary& vocabulary,
                          std::uint32_t element);

// The identity of an element with neither.
std::uint64_t identity_of_tag(html::TagId tag);

// Whether two elements have a class name in common, or one of them has none. Names that say which
// of several an element is ("odd") do not count.
bool may_have_one_name(const PageSlots& page, std::uint32_t a, std::uint32_t b);

// The element around the slot that is the container; kNone: there is none.
std::uint32_t container_of(const PageSlots& page, const Vocabulary& vocabulary,
                           const Extent& extent, std::uint32_t slot);

// The slots of the value. Without a container, and for attributes, the slot itself; nothing if the
// labelled value had several texts and there is no such container.
SlotRange range_of(const PageSlots& page, const Vocabulary& vocabulary, const Extent& extent,
                   std::uint32_t slot);

// Whether one of the texts is a text of the template.
bool has_label(const PageSlots& page, const Vocabulary& vocabulary, const SlotRange& range);

// The lowest element around two texts.
std::uint32_t element_around(const PageSlots& page, std::uint32_t first, std::uint32_t last);

// The child of the element that has the text; kNone: the text is the element's own.
std::uint32_t child_with(const PageSlots& page, std::uint32_t element, std::uint32_t text);

// Whether one of the texts is in a <nav> that has not all of them.
bool has_navigation(const PageSlots& page, const SlotRange& range);

// The last text of a run that begins with the slot, if one of its ends or the end of its container
// ends it; kNone: they are not there.
std::uint32_t end_of_run(const PageSlots& page, const Vocabulary& vocabulary, const Extent& extent,
                         std::uint32_t slot);

// The texts without those of the template with which they begin and end; one is left.
SlotRange without_labels_around(const PageSlots& page, const Vocabulary& vocabulary,
                                SlotRange range);

// Whether the value has a navigation in it, or texts of the template are left out of it, though no
// labelled page had any there; or other texts with them, as nobody knows whether they belong to it.
// Of a run, whether nothing ends it.
bool has_unseen_labels(const PageSlots& page, const Vocabulary& vocabulary, const Extent& extent,
                       std::uint32_t slot);

// A hash of the values of these slots; of one slot its own, of none 0.
std::uint64_t hash_of(const PageSlots& page, const SlotRange& range);

// The values of a list whose container is around the slot, in their order.
std::vector<SlotRange> items_of(const PageSlots& page, const Vocabulary& vocabulary,
                                const Extent& extent, std::uint32_t slot);

// The most that stands between two of the items, which are in their order.
Between most_between(const PageSlots& page, std::span<const SlotRange> items);

// The items around the slot with no more than `most` between them; all if none has the slot.
std::span<const SlotRange> items_together(const PageSlots& page, std::span<const SlotRange> items,
                                          std::uint32_t slot, Between most);

// The elements that hold these texts and no others, the lowest first. `range` is of texts.
std::vector<std::uint32_t> elements_with(const PageSlots& page, const SlotRange& range);

}  // namespace pagekin::wrapper
