// Templates that the sample of a site has too few pages of, or none.
//
// A page is odd when it lacks something of what nearly all pages of its likeliest template
// have, and much of what it has is in no block that the site is known for. Odd pages that
// agree in these unknown marks are a template of their own, under the same two conditions as
// any other (see separation.h, description_length.h): it is told apart from every template of
// the sample, and that makes the description of the site shorter. So a rare optional part
// founds nothing: its pages have all that their template has.
//
// Pages are known by their sketches (see mark_sketch.h), which tell no mark but about where
// its hash lies: two marks that differ are taken for one with a probability of 1/32.
//
// Cost: time O(o^2 m) for the o <= 512 oddest pages and m unknown marks of each, then O(m)
// for each odd page and template that was found; memory for the oddest pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "pagekin/templates/block_shapes.h"

namespace pagekin::templates {

// Where hashes of marks lie that no present block explains: each in [begin, begin + width).
struct UnknownMarks {
  std::vector<std::uint64_t> begins;  // ascending
  std::uint64_t width = 0;
};

// How many of `a` may be in `b`, and the other way round.
std::size_t agreement(const UnknownMarks& a, const UnknownMarks& b);

struct OddPage {
  std::uint64_t hash = 0;       // of its look: the order of pages that are equally odd
  std::uint32_t pages = 1;      // as which it counts
  double oddness = 0;           // in (0, 1]
  std::vector<BlockId> blocks;  // that it has, ascending
  UnknownMarks unknown;
};

// A page that has such a share of what nearly all pages of its template have is not odd.
constexpr double kFits = 0.9;

// The page, if it is odd: it has these of `blocks` and so much of what nearly all pages of
// its template have.
std::optional<OddPage> odd_page(std::string_view sketch, std::span<const Block> blocks,
                                std::span<const BlockId> present, double fit);

class MissedTemplates {
 public:
  // Keeps the page if it is among the oddest.
  void add(OddPage&& page);

  // Founds templates beside those of the sample: found[i] is that of shape i, `count` their
  // number.
  void learn(const BlockShapes& shapes, std::span<const std::uint32_t> template_of,
             std::size_t count);

  std::size_t size() const { return templates_.size(); }

  struct Place {
    std::uint32_t number = 0;  // of the template, below size()
    double fit = 0;            // the share that the page has of what makes it
  };
  std::optional<Place> place(const OddPage& page) const;

  // Marks that nearly all of its pages have, as far as they are known; others are stood for
  // by marks that are made up from where they lie. Ascending.
  std::vector<std::uint64_t> core(std::size_t number, std::span<const Block> blocks) const;

 private:
  struct Template {
    std::vector<BlockId> blocks;  // of its core
    UnknownMarks unknown;         // the same
  };
  bool stands_apart(const BlockShapes& shapes, std::span<const std::uint32_t> template_of,
                    std::size_t count, std::span<const OddPage* const> pages,
                    std::size_t unknown) const;

  std::vector<OddPage> oddest_;  // a heap, the least odd in front
  std::vector<Template> templates_;
};

}  // namespace pagekin::templates
