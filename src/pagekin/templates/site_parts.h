// Finds the sites among pages of one host, or of none, by what their pages share.
//
// All pages of a site have some of its frame: class names, ids, attributes and short texts, each at
// its place. Pages of different sites have a few of these in common at most.
//
// 1. If a class name or id is on half of the pages, they are one site. So two or three sites, or
//    sites of which one has most of the pages, are rarely divided: a site that has had several
//    designs looks like these.
// 2. Two pages are linked if they share three fifths of the names and texts of that page which has
//    fewer. Pages with fewer than twelve link nothing. Only names and texts of several pages count.
// 3. Pages that are linked, directly or by others, are one part if they are at least thirty. Pages
//    of smaller sets are the last part, all together. A page with few names joins the part of the
//    page that is most similar to it.
// 4. The frame of a part is what half of its pages have. Two parts share what of their frames a
//    twentieth of the pages of the other one has. If two parts share more than seven hundredths on
//    average, nothing is divided: these are sections of a site.
//
// Sites of one program may stay one part, which does little harm: they have the same templates.
//
// Source: single linkage (Florek et al. 1951; Sneath 1957) over the overlap coefficient
// (Szymkiewicz 1934; Simpson 1943).
// Cost: time O(marks) for pages of one site, O(n^2) words of 64 names for n pages of many sites,
// some 0.3 s for 2,048. Memory up to 1 KB a page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "pagekin/templates/mark_sketch.h"
#include "pagekin/templates/recurring_marks.h"

namespace pagekin::templates {

constexpr std::size_t kFewestOfPart = 30;  // pages of a part, except for the last one

// Whether a class name or id is on half of the pages, or they are too few to be divided. Some of
// the pages of a site, drawn at random, suffice.
bool have_common_name(std::span<const MarkSet> pages);

// Returns the part of each page by steps 2 to 4, numbered from 0 in the order of their first pages,
// the last part of step 3 at the end; all 0 if they are one part. Only where a page of few names is
// equally similar to several does the order of the pages matter.
std::vector<std::uint32_t> site_parts(std::span<const MarkSet> pages);

// Assigns further pages to parts, by the marks that distinguish a part from the others.
class PartFinder {
 public:
  PartFinder(std::span<const MarkSet> pages, std::span<const std::uint32_t> part_of);

  // Returns the part with the largest share, by weight, of its marks in the page; the first of
  // equals.
  std::uint32_t find(std::string_view sketch) const;

 private:
  struct Telling {
    SketchedMark mark;
    float weight = 0;
  };
  std::vector<std::vector<Telling>> parts_;
};

}  // namespace pagekin::templates
