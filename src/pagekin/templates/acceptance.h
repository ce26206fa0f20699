// Whether a page belongs to a template, or is unlike it.
//
// The test has two sides, and looks at three kinds of marks: structure (tag paths), names (classes,
// ids, attributes) and texts. For each kind
//
//   lacks   is the share of what nearly all pages of the template have that the page lacks,
//   adds    is the share of what the page has that no page of the template has.
//
// Texts that a page adds are content and do not count. What is usual differs from template to
// template: pages of free content always add something. So each share is compared with the mean
// over the template's own pages, where a page is not evidence for itself. Square roots make the
// spread of a share about the same wherever its mean is. The strangeness of a page is the sum over
// these five shares of
//
//   sqrt(share) - sqrt(usual share).
//
// The score falls from 1 to 0 along a logistic curve and is 0.5 at the strangeness beyond which a
// page belongs to no template. A template of few marks, such as a redirect, therefore accepts no
// page that has many marks of its own.
//
// The two constants were chosen on labelled sites of which one template at a time was hidden, so
// that known and hidden pages are mistaken equally often;
// docs/decisions/0020-pages-of-no-template.md has the figures.
//
// Cost: time O(m log m) to learn from m marks, O(marks of the page + marks of the template) for a
// page; memory 9 bytes for each template and mark.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/templates/recurring_marks.h"

namespace pagekin::templates {

// A page with a lower score belongs to no template.
constexpr double kAccepted = 0.5;

class Acceptance {
 public:
  // Both sides of three kinds: structure, names, texts. Each share is in [0, 1].
  static constexpr std::size_t kinds = 3;
  struct Deviation {
    std::array<double, kinds> lacks{};
    std::array<double, kinds> adds{};
  };

  Acceptance() = default;
  // Page i is of template template_of[i], a number below `templates`. The order of the pages does
  // not matter.
  Acceptance(std::span<const MarkSet> pages, std::span<const std::uint32_t> template_of,
             std::size_t templates);

  // Returns how well the page fits the template, from 0 to 1 in whole thousandths. A template
  // without pages fits no page.
  double score(std::uint32_t template_number, MarkSet page) const;

  // Returns how a page that is not among its pages deviates from the template.
  Deviation deviation(std::uint32_t template_number, MarkSet page) const;

  // The mean deviation of the template's own pages. For a template of one page it is that of all
  // pages of larger templates.
  const Deviation& usual(std::uint32_t template_number) const {
    return templates_[template_number].usual;
  }

 private:
  enum class Share : std::uint8_t { kSome, kOne, kCore };  // of the pages: which have a mark
  struct KnownTemplate {
    std::vector<std::uint64_t> marks;       // of all its pages, ascending
    std::vector<Share> shares;              // by mark
    std::array<std::size_t, kinds> core{};  // number of marks of its core
    std::uint32_t pages = 0;
    Deviation usual;
  };
  static Deviation compare(const KnownTemplate& known, MarkSet page, bool is_own);

  std::vector<KnownTemplate> templates_;
};

}  // namespace pagekin::templates
