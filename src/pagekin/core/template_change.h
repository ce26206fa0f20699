// What became of a template between the runs that an index keeps together.
#pragma once

#include <cstdint>

#include "pagekin/core/clustering.h"
#include "pagekin/template.h"

namespace pagekin {

struct TemplateChange {
  std::uint32_t id = 0;  // the template's own, the same in all runs
  TemplateFate fate = TemplateFate::kSame;
  int cluster = kLeftOut;     // label of the cluster that holds (most of) its pages
  std::uint64_t earlier = 0;  // pages of earlier runs
  std::uint64_t added = 0;    // pages of this run
  bool was_unseen = false;    // kUnseen: the run before had no page of it either
  double kept = 1;  // share of what its pages have in common, then or now, that is the same
};

}  // namespace pagekin
