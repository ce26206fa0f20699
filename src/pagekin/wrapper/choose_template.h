// Which template of a wrapper a page has, by its marks without their places
// (recognise/placeless_marks.h).
//
// Each template has the marks that most of its pages have. A page has the template whose marks
// overlap most with its own, if the overlap is not far below what is usual for the template.
// Templates without fields take part, so that pages of theirs are not taken for others. Marks have
// no places here: one more element around a page changes all places.
//
// A page that has no template, or nearly as well one with fields as the one without that it has,
// has a candidate: the most similar template with fields. If it has the fields of the candidate,
// too, it is a page of that.
//
// Cost: time O(marks of the page * templates that share some).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/wrapper/apply.h"
#include "pagekin/wrapper/wrapper.h"

namespace pagekin::wrapper {

struct ChosenTemplate {
  std::uint32_t number = kNone;  // in Wrapper::templates; kNone: none is near enough
  std::uint32_t nearest = kNone;
  double overlap = 0;  // with the nearest
  std::uint32_t candidate =
      kNone;  // a template with fields that the page may have; kNone if `number` has fields
};

// Sets the marks of a template, and what overlap is usual, from the marks of its pages.
void set_marks(std::span<const std::vector<std::uint64_t>> pages, TemplateRules& rules);

// The templates of a wrapper, ready for many pages; may be used by several threads. The wrapper
// must outlive it.
class TemplateChooser {
 public:
  explicit TemplateChooser(const Wrapper& wrapper);

  // `marks`: ascending, with places.
  ChosenTemplate choose(std::span<const std::uint64_t> marks) const;

 private:
  const Wrapper* wrapper_;
  std::vector<std::vector<std::uint32_t>> marks_;  // by template, without places
};

// Whether what was found on a page looks like the fields of a page of this template: those that
// nearly all pages have are found, with about the usual agreement.
bool has_usual_fields(const TemplateRules& rules, std::span<const FoundField> found);

}  // namespace pagekin::wrapper
