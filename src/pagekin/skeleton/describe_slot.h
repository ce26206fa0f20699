// Describes a slot by its values and by what is around them: type, examples, label, hints, a name,
// and how useful it is.
//
// A name comes from, in this order: an itemprop; words before a colon in the values themselves; h1
// and title; a label right before the value; a class name or id of its element or the two above; a
// label further away; the tag.
//
// Cost: linear in the values of the slot.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pagekin/skeleton/find_slots.h"
#include "pagekin/skeleton/learned_pages.h"
#include "pagekin/skeleton/template_model.h"

namespace pagekin::skeleton {

// Where the name of a slot is from; better ones first.
enum class NameSource : std::uint8_t {
  kItemprop,
  kPrefix,
  kHeading,
  kLabel,
  kClass,
  kFarLabel,
  kTag
};

struct DescribedSlot {
  const FoundSlot* found = nullptr;
  std::string name;
  NameSource named_by = NameSource::kTag;
  std::vector<std::uint64_t> first_values;  // by page: the hash of its first value; 0: none
  std::vector<std::uint64_t> entries;       // of a list: hashes of value and page, ascending
  double score = 0;                         // usefulness
};

// Fills the slot of the model, all but its final name.
DescribedSlot describe_slot(const LearnedPages& pages, const FoundSlot& found, Slot& slot);

// The element of the first value.
const Node& element_of(const LearnedPages& pages, const FoundSlot& found);

}  // namespace pagekin::skeleton
