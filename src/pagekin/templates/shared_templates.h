// Templates that several sites have in common: the same program, installed twice.
//
// Two templates of different sites are one when their cores, the marks that nearly all
// pages of a template have, are nearly the same. The most similar pairs come first, and two
// templates of one site are never joined, not even through those of others.
//
// Cost: time O(templates and pairs of them that are similar), by MinHash; pairs that it
// finds are compared exactly.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace pagekin::templates {

struct SiteTemplate {
  std::uint32_t site = 0;
  std::span<const std::uint64_t> core;  // ascending
};

// By template: the number of the template that it is, from 0 in their order.
std::vector<std::uint32_t> shared_templates(std::span<const SiteTemplate> templates);

}  // namespace pagekin::templates
