// The slots of a template: which values of its pages belong together.
//
// See template_model.h for the rules. Cost: O(values).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "pagekin/skeleton/learned_pages.h"
#include "pagekin/skeleton/template_model.h"

namespace pagekin::skeleton {

// A value of a page.
struct Instance {
  std::uint32_t page = 0;
  std::uint32_t value = 0;  // of texts or attributes, by the slot's source
};

struct FoundSlot {
  SlotRule rule;
  Source source = Source::kText;
  std::vector<Instance> instances;  // by page, in document order
  std::uint32_t pages = 0;
  std::uint32_t joined_to = kNone;  // the slot that has its values, see join_slots.h
  double position = 0;              // mean of its elements' places in their pages, 0 to 1
};

inline const Value& value_of(const LearnedPages& pages, const FoundSlot& slot,
                             const Instance& one) {
  return pages.value(pages.pages()[one.page], slot.source, one.value);
}
inline std::string_view text_of(const LearnedPages& pages, const FoundSlot& slot,
                                const Instance& one) {
  return pages.pages()[one.page].nodes.text(value_of(pages, slot, one));
}

// By position. `least_pages`: that must have a value of a slot.
std::vector<FoundSlot> find_slots(const LearnedPages& pages, double least_pages);

}  // namespace pagekin::skeleton
