// Templates of which the sample of a site has few pages or none.
//
// A page is odd if it lacks part of what nearly all pages of its most likely template have,
// and if many of its marks are in no block of the site. Odd pages that have these unknown
// marks in common form a template of their own, under the same two conditions as any other
// template (see separation.h, description_length.h): it is separated from every template of
// the sample, and it makes the description of the site shorter. A rare optional part
// therefore makes no template: its pages have everything that their template has.
//
// Pages are known by their sketches (see mark_sketch.h), which contain no marks, only the
// approximate hash of each. Two different marks are taken for one with probability 1/32.
//
// Cost: time O(o^2 m) for the o <= 512 oddest pages with m unknown marks each, then O(m)
// for each odd page and new template; memory for the oddest pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "pagekin/templates/block_shapes.h"

namespace pagekin::templates {

// The hashes of the marks that no block of the page explains; each is in [begin, begin +
// width).
struct UnknownMarks {
  std::vector<std::uint64_t> begins;  // ascending
  std::uint64_t width = 0;
};

// Returns how many of the unknown marks may be common to both.
std::size_t agreement(const UnknownMarks& a, const UnknownMarks& b);

struct OddPage {
  std::uint64_t hash = 0;       // of its marks; it orders pages that are equally odd
  std::uint32_t pages = 1;      // the number of pages it counts as
  double oddness = 0;           // in (0, 1]
  std::vector<BlockId> blocks;  // blocks of the page, ascending
  UnknownMarks unknown;
};

// A page that has at least this share of its template's core is not odd.
constexpr double kFits = 0.9;

// Returns the page if it is odd. `present` are those of the `blocks` that it has, `fit` is
// the share that it has of its template's core.
std::optional<OddPage> odd_page(std::string_view sketch, std::span<const Block> blocks,
                                std::span<const BlockId> present, double fit);

class MissedTemplates {
 public:
  // Keeps the page if it is one of the oddest.
  void add(OddPage&& page);

  // Learns templates in addition to those of the sample. template_of[i] is the template of
  // shape i, `count` the number of templates.
  void learn(const BlockShapes& shapes, std::span<const std::uint32_t> template_of,
             std::size_t count, unsigned threads = 1);

  std::size_t size() const { return templates_.size(); }

  struct Place {
    std::uint32_t number = 0;  // number of the template, below size()
    double fit = 0;            // share of the template's unknown marks that the page has
  };
  std::optional<Place> place(const OddPage& page) const;

  // Returns the marks, ascending, that nearly all pages of the template have. Marks that
  // are known only by their hashes are replaced by artificial ones made from these hashes.
  std::vector<std::uint64_t> core(std::size_t number, std::span<const Block> blocks) const;

 private:
  struct Template {
    std::vector<BlockId> blocks;  // blocks of its core
    UnknownMarks unknown;         // unknown marks of its core
  };
  bool stands_apart(const BlockShapes& shapes, std::span<const std::uint32_t> template_of,
                    std::size_t count, std::span<const OddPage* const> pages,
                    std::size_t unknown) const;

  std::vector<OddPage> oddest_;  // a heap with the least odd page in front
  std::vector<Template> templates_;
};

}  // namespace pagekin::templates
