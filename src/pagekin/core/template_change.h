// What became of a template between the runs that an index keeps together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "pagekin/core/clustering.h"

namespace pagekin {

enum class TemplateFate : std::uint8_t {
  kSame,     // as it was; pages may have come
  kChanged,  // what its pages have in common is no longer the same
  kNew,      // no page of an earlier run is of it
  kSplit,    // its pages of earlier runs were of a template that goes on without them
  kJoined,   // its pages are now of a template with another id
  kUnseen,   // no page of this run is of it
  kOdd,      // too few pages to speak of
};

constexpr std::string_view to_text(TemplateFate fate) {
  constexpr std::string_view names[] = {"same",   "changed", "new", "split",
                                        "joined", "unseen",  "odd"};
  return names[static_cast<std::size_t>(fate)];
}

struct TemplateChange {
  std::uint32_t id = 0;  // the template's own, the same in all runs
  TemplateFate fate = TemplateFate::kSame;
  int cluster = kLeftOut;     // label of the cluster that holds (most of) its pages
  std::uint64_t earlier = 0;  // pages of earlier runs
  std::uint64_t added = 0;    // pages of this run
  double kept = 1;  // share of what its pages have in common, then or now, that is the same
};

}  // namespace pagekin
