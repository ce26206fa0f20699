// Which template of a wrapper a page has, by its marks without their places
// (recognise/placeless_marks.h).
//
// Each template has the marks that most of its pages have. A page has the template whose marks
// overlap most with its own, if the overlap is not far below what is usual for the template.
// Templates without fields take part, so that pages of theirs are not taken for others. Marks have
// no places here: one more element around a page changes all places.
//
// A page whose id is known has the template that it had, unless it is another kind of page now, or
// is far from that template and looks as pages of another usually do: a moved template may be
// nearer to its neighbour than to itself, and a template of leftovers is near to many pages.
//
// A page that has no template, or nearly as well one with fields as the one without that it has,
// has a candidate: the most similar template with fields. If it has the fields of the candidate,
// too, it is a page of that.
//
// Cost: time O(marks of the page * templates that share some).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
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
  std::uint32_t home = kNone;  // the template that a page with this id had
};

// Sets the marks of a template, and what overlap is usual, from the marks of its pages.
void set_marks(std::span<const std::vector<std::uint64_t>> pages, TemplateRules& rules);

// Sets which pages a template has. More than kMaxAddresses: any part of them, always the same.
void set_addresses(std::vector<std::uint64_t> hashes, TemplateRules& rules);

// The templates of a wrapper, ready for many pages; may be used by several threads. The wrapper
// must outlive it.
class TemplateChooser {
 public:
  explicit TemplateChooser(const Wrapper& wrapper);

  // `marks`: ascending, with places. `id` of the page; may be empty.
  ChosenTemplate choose(std::span<const std::uint64_t> marks, std::string_view id = {}) const;
  // The template that had a page with this id when it was learned; kNone: none had it.
  std::uint32_t home_of(std::string_view id) const;
  // How much the page overlaps with a template.
  double overlap(std::uint32_t number, std::span<const std::uint64_t> marks) const;

 private:
  const Wrapper* wrapper_;
  std::vector<std::vector<std::uint32_t>> marks_;               // by template, without places
  std::vector<std::pair<std::uint64_t, std::uint32_t>> homes_;  // pages and templates, ascending
};

// Whether what was found on a page looks like the fields of a page of this template: those that
// nearly all pages have are found, with about the usual agreement.
bool has_usual_fields(const TemplateRules& rules, std::span<const FoundField> found);

}  // namespace pagekin::wrapper
