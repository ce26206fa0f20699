// How sure it is that a page is of the template it was put into.
//
// Two things make it sure. The page must be likelier under its template than under any
// other: with c and d the bits that it takes to describe the page under its own template
// and under the likeliest other one (see place_shapes.h), the margin is 1 - c / d, and 0
// where that is negative. And it must fit: it has the share f, by weight, of what nearly all
// pages of its template have (see site_placer.h). Then
//
//     confidence = f (1 - c / d),
//
// and f where there is no other template. A page that is alone in its template has nothing
// to fit to; it is the surer the less it has of the core of the likeliest other one.
//
// What a page has taught its template does not speak for it: c is that of the other pages.
#pragma once

#include <cstdint>

namespace pagekin::templates {

constexpr std::uint32_t kNoTemplate = UINT32_MAX;

// Below this a page is in doubt. docs/auto.md has how often such pages are wrong.
constexpr float kDoubtful = 0.4F;

struct Certainty {
  float confidence = 1;                // in [0, 1], whole thousandths
  std::uint32_t second = kNoTemplate;  // the likeliest other template, if there is one
};

struct Standing {
  double own_bits = 0;
  double other_bits = 0;
  double fit = 1;        // in [0, 1]
  double other_fit = 0;  // the same, with the other template
  bool is_alone = false;
  bool has_other = false;
};

float confidence(const Standing& standing);

}  // namespace pagekin::templates
