// How certain it is that a page belongs to the template it was assigned to.
//
// Two conditions make it certain. First, the page is more likely under its template than
// under any other. Let c be the bits needed to describe the page under its own template,
// and d the bits under the most likely other one (see place_shapes.h). The margin is 1 - c
// / d, or 0 if that is negative. Second, the page fits: f is the share, by weight, that the
// page has of what nearly all pages of its template have (see site_placer.h). Then
//
//    confidence = (f (1 - c / d))^0.75,
//
// or f^0.75 if there is no other template. A page that is alone in its template has nothing to
// fit to. Its confidence is higher the less it has of the core of the most likely other
// template.
//
// That is how sure a page is of its template. Whether the template is one is another question: the
// voters answer it (see consensus.h). Let s be the share of the votes that join the page's variant
// with its template. The confidence is multiplied by s^1.5. So where two templates became
// one against many votes, all their pages are in doubt.
//
// c is computed without the page itself, so that a page is not evidence for its own
// template.
#pragma once

#include "pagekin/core/certainty.h"

namespace pagekin::templates {

using pagekin::Certainty;
using pagekin::kDoubtful;
using pagekin::kNoTemplate;

struct Standing {
  double own_bits = 0;
  double other_bits = 0;
  double fit = 1;        // in [0, 1]
  double other_fit = 0;  // of the other template
  bool is_alone = false;
  bool has_other = false;
};

float confidence(const Standing& standing);

// Returns the confidence as lowered by the votes. `support`: their share, in [0, 1].
float supported(float confidence, float support);

}  // namespace pagekin::templates
