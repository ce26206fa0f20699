// The selectors of a field: which are good, and what they find together.
//
// Candidates are the keys of all slots of labelled pages that hold a true value. The weight of a
// selector is a product: is it right on labelled pages; and, on all pages, does it find something,
// is that alone in having the key, is it content and not a text of the template, does it look like
// a true value, does the same text stand before it everywhere, do the values differ? What is at the
// place of something else (same_place.h) is not found at all. Then selectors
// vote (vote.h), and twice each weight is multiplied by the square of its agreement with the
// winners. The strongest are kept.
//
// Cost: time O(selectors * pages); memory the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pagekin/wrapper/key_matches.h"
#include "pagekin/wrapper/place_labels.h"
#include "pagekin/wrapper/template_pages.h"
#include "pagekin/wrapper/vote.h"
#include "pagekin/wrapper/wrapper.h"

namespace pagekin::wrapper {

// The constants of the weights and of the vote; bench/extraction_report.py shows how they were
// chosen.
struct LearnOptions {
  double hit = 8;
  double coverage = 1;
  double fixed = 4;
  double shape = 1;
  double unique = 2;
  double agreement = 2;
  double previous = 2;
  double count = 2;
  double distinct = 1;
  double constant = 0.98;
  double silence = 4;          // exponent of the coverage of a selector that votes for absence
  double silence_other = 0.3;  // of what is not anchored in a text
  bool foreign = true;         // look for labels of other fields
  bool extents = true;         // let values grow to their containers
  bool places = true;          // ask to which slots of labelled pages a slot is most alike
  int rounds = 2;
  std::size_t max_selectors = 40;  // kept of a field
  // For measuring what each idea is worth.
  bool only_path = false;  // an absolute path and nothing else
  bool only_best = false;  // the best selector and no vote
};

// A selector, and what it finds on each page.
struct WeighedSelector {
  Selector selector;
  std::vector<std::uint32_t> slots;   // by page; kNone: nothing
  std::vector<std::uint64_t> values;  // hashes; 0: nothing
};

// By falling weight. The weights of a full vote add up to 1.
// `extent`: what belongs to a value; selectors that find slots of one value agree.
std::vector<WeighedSelector> weighed_selectors(const TemplatePages& pages,
                                               const KeyMatches& matches, const PlacedField& field,
                                               const Extent& extent, const LearnOptions& options);

// What all selectors of a field find together.
struct FieldVotes {
  std::vector<Outcome> outcomes;     // by page
  std::vector<std::uint32_t> slots;  // of the winners; kNone: none
};
FieldVotes vote_on_pages(std::span<const WeighedSelector> selectors, std::size_t pages);

}  // namespace pagekin::wrapper
