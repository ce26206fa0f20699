// Which template of a wrapper a page has, by its marks (features/marks.h).
//
// Each template has the marks that most of its pages have. A page has the template whose marks
// overlap most with its own, if the overlap is not far below what is usual for the template.
// Templates without fields take part, so that pages of theirs are not taken for others.
//
// Cost: time O(marks of the page * templates that share some).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/wrapper/wrapper.h"

namespace pagekin::wrapper {

struct ChosenTemplate {
  std::uint32_t number = kNone;  // in Wrapper::templates; kNone: none is near enough
  std::uint32_t nearest = kNone;
  double overlap = 0;  // with the nearest
};

// Sets the marks of a template, and what overlap is usual, from the marks of its pages.
void set_marks(std::span<const std::vector<std::uint64_t>> pages, TemplateRules& rules);

// `marks`: ascending.
ChosenTemplate choose_template(const Wrapper& wrapper, std::span<const std::uint64_t> marks);

}  // namespace pagekin::wrapper
