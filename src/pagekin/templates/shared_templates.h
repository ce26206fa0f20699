// Templates that several sites have in common, because they run the same software.
//
// Two templates of different sites are one if their cores, the marks that nearly all pages
// of a template have, are nearly equal. The most similar pairs come first. Two templates of
// one site are never joined, not even through a template of another site.
//
// Equal cores are joined at once, without pairs. Candidates for the other pairs are found by
// MinHash and compared exactly. Among at most 64 cores that agree in a band, all pairs are
// compared. Among more, each is compared with the two that agree with it in most further
// bands and with one core that is the same for all. What is left of large families after
// that is joined in further rounds, with one core of each joined template.
//
// Cost: expected time O(n log n) for n templates, and a limited number of comparisons of
// cores for each; memory about 130 bytes a template, and 16 bytes a similar pair, of which there
// are at most some dozen a template.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pagekin::templates {

struct SiteTemplate {
  std::uint32_t site = 0;
  std::span<const std::uint64_t> core;  // ascending
};

// The work of shared_templates().
struct SharingWork {
  std::size_t compared = 0;    // pairs of cores that were compared
  std::size_t most_pairs = 0;  // the most similar pairs that were held at a time
  std::size_t lookups = 0;     // of a site in a joined template
  std::size_t rounds = 0;
};

// Returns by template the number of its joined template, from 0 in the order of the
// templates. Adds up its work if `work` is given.
std::vector<std::uint32_t> shared_templates(std::span<const SiteTemplate> templates,
                                            SharingWork* work = nullptr);

}  // namespace pagekin::templates
