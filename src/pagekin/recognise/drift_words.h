// Says in words how templates have moved.
//
//   footer: new link
//   body class page-v2
//   main column: div replaced by section
//   navigation: list gone
//   3 names gone
//
// Marks are hashes. What a template gained is read from pages that show what it is now (the
// witnesses of its drift): each new mark is explained by the outermost new element that it belongs
// to, or by the element whose class, id or attribute it is. Elements that were lost are found again
// by trying all triples of known tags; lost names and texts can only be counted, because no page at
// hand has them. A lost and a new element below the same two tags are a replacement.
//
// The part of the page is that of the nearest element that says it: by its tag (footer, nav, main),
// its role, or a word of its id or class names.
//
// Cost: eight pages a template are parsed once more; some 50 ms a call if elements were lost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "pagekin/core/page.h"
#include "pagekin/recognise/recogniser.h"

namespace pagekin::recognise {

constexpr std::size_t kMostCauses = 12;  // of a template that are named

// Sets the causes of drifts: those that explain most marks first, counts of the others last.
// page_of(witness) returns the page whose number is given, or nothing if it is not at hand.
using WitnessPage = std::function<std::optional<Page>(std::uint32_t witness)>;
void explain_drifts(std::span<Drift* const> drifts, const WitnessPage& page_of);

}  // namespace pagekin::recognise
