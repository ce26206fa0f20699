// Templates that several sites have in common, because they run the same software.
//
// Two templates of different sites are one if their cores, the marks that nearly all pages
// of a template have, are nearly equal. The most similar pairs come first. Two templates of
// one site are never joined, not even through a template of another site.
//
// Cost: time O(templates and pairs of similar ones), by MinHash; the pairs that it finds
// are compared exactly.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace pagekin::templates {

struct SiteTemplate {
  std::uint32_t site = 0;
  std::span<const std::uint64_t> core;  // ascending
};

// Returns by template the number of its joined template, from 0 in the order of the
// templates.
std::vector<std::uint32_t> shared_templates(std::span<const SiteTemplate> templates);

}  // namespace pagekin::templates
