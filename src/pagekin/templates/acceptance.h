// Whether a page belongs to a template, or is unlike it.
//
// The test has two sides. The page may lack what nearly all pages of the template have, and it
// may have what no page of the template has. Each side is a share of marks:
//
//   lacks   of the template's core, the part that the page does not have
//   adds    of the page's marks, the part that no page of the template has
//
// Texts are content more often than not and do not count. What is usual differs from template to
// template: pages of free content always add something. So each share is compared with the mean of
// the template's own pages, each of them taken out of the template before it is compared. The
// square root makes the spread of a share about the same wherever its mean is. The score is
//
//   1 / (1 + exp(a + b (sqrt(lacks) - sqrt(usual lacks)) + c (sqrt(adds) - sqrt(usual adds))))
//
// A page belongs to the template if the score is at least 0.5. A template of few marks, such as a
// redirect, accepts no page that has marks of its own.
//
// The constants were fitted to labelled sites of which one template at a time was hidden, so that
// known pages and pages of the hidden template are taken for the other equally often; see
// docs/decisions/0020-pages-of-no-template.md.
//
// Cost: time O(m log m) to learn from m marks, O(marks of the page + marks of the template) a
// page; memory 12 bytes for each template and mark.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/templates/recurring_marks.h"

namespace pagekin::templates {

// A page with a lower score is of no template.
constexpr double kAccepted = 0.5;

class Acceptance {
 public:
  struct Deviation {
    double lacks = 0;  // this and the next one in [0, 1]
    double adds = 0;
  };

  // Adds a page of a template. Each page of the sample is added once.
  void add(std::uint32_t template_number, MarkSet page);

  // Learns from the pages that were added. `pages` are the same pages again, in any order.
  void learn();

  // Returns how well the page fits a template, in whole thousandths from 0 to 1. A template without
  // pages fits nothing.
  double score(std::uint32_t template_number, MarkSet page) const;

  // How the page deviates from a template, and what is usual for the template's own pages.
  Deviation deviation(std::uint32_t template_number, MarkSet page) const;
  const Deviation& usual(std::uint32_t template_number) const {
    return templates_[template_number].usual;
  }

 private:
  struct KnownPages {
    std::vector<std::uint64_t> marks;   // of all pages, ascending, each once
    std::vector<std::uint32_t> counts;  // by mark: the pages that have it
    std::uint32_t pages = 0;
    Deviation usual;
  };
  std::vector<KnownPages> templates_;
};

}  // namespace pagekin::templates
