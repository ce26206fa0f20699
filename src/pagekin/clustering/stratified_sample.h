// Draws a sample of clustered pages in which every template has its share.
//
// The pages of a template are put in order: first its representatives, those of the highest
// confidence first, then all others in random order. The sample takes the first pages of each
// template. Further pages may be drawn at random from all pages, as accessibility audits do
// (WCAG-EM 1.0, step 3.c: as many as a tenth of the pages chosen by template).
//
// The random order is that of hashes of the seed and the page ids. So it does not depend on the
// order of the pages, and a larger sample of the same seed has all pages of a smaller one.
//
// Cost: time O(n log n), memory 16 bytes a page.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "pagekin/sample.h"

namespace pagekin::clustering {

constexpr std::uint32_t kLeftOutOfSample = UINT32_MAX;  // the page belongs to no template

struct SampleCandidate {
  std::string_view page;
  std::uint32_t group = kLeftOutOfSample;  // number of its template, from 0
  float confidence = -1;                   // negative: not known
  bool representative = false;
};

using DrawnPage = SampledPage;
using PageSample = SampleResult;

// Templates of equal size are ordered by their first candidates. Ids of candidates are different.
// A template without any representative is represented by its page of the highest confidence, if
// confidence is known.
// Throws OptionError for a value out of range.
PageSample stratified_sample(std::span<const SampleCandidate> candidates,
                             const SampleOptions& options);

}  // namespace pagekin::clustering
