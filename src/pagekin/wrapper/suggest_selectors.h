// Selectors that people can read and use elsewhere, for a value whose place is known.
//
// A wrapper votes over hashes; other tools want one XPath or CSS selector. Candidates are made from
// pages on which the wrapper found the value: anchored in the label before it, in attributes such
// as itemprop, in ids, in classes, and as a path from the root. They are then evaluated on all
// pages, and those that give the value of the wrapper most often come first; of equal ones what
// rests on a near label comes first, then names, far labels, and positions; short before long.
//
// Cost: a few dozen candidates a value; see queried_tree.h for that of evaluating one.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/wrapper/node_query.h"
#include "pagekin/wrapper/page_slots.h"
#include "pagekin/wrapper/queried_tree.h"
#include "pagekin/wrapper/selector_steps.h"

namespace pagekin::wrapper {

struct SuggestedSelector {
  NodeQuery query;
  AnchorKind kind = AnchorKind::kPosition;
  bool is_far = false;        // the label is not right before the value, or far off in the tree
  std::uint32_t hits = 0;     // pages on which its first node has the value, or its nodes the list
  std::uint32_t misses = 0;   // pages on which it has another value or none
  std::uint32_t extra = 0;    // pages without the field on which it finds something
  std::uint32_t several = 0;  // pages on which it finds more than one node

  double hit_rate() const {
    return hits + misses == 0 ? 0 : static_cast<double>(hits) / (hits + misses);
  }
};

// Candidates for the place of a slot, or of the element that is `levels` above its own; of a list,
// whose item that is, for all items: without the numbers that distinguish one from the others.
// is_stable(text of a class or id) says whether the name belongs to the template; is_label(text)
// whether a text does.
std::vector<SuggestedSelector> suggest_selectors(
    const QueriedTree& tree, const PageSlots& page, std::uint32_t slot, std::uint32_t levels,
    bool is_list, const std::function<bool(std::string_view)>& is_stable,
    const std::function<bool(std::string_view)>& is_label);

// Evaluates a selector on a page with these values (none: the page lacks the field): the first node
// must have the first; of a list all nodes must have the values, in their order, and no other.
// Values of several texts are compared without spaces.
void check_selector(const QueriedTree& tree, std::span<const std::string> values, bool is_list,
                    SuggestedSelector& selector);

// Whether two texts are equal but for spaces, which markup leaves out between elements.
bool is_same_text(std::string found, std::string_view value);

// Adds candidates of a page that are not there yet, up to kMostCandidates; or what was counted on
// it.
constexpr std::size_t kMostCandidates = 80;  // of a field, cell or record
void add_candidates(std::vector<SuggestedSelector>&& page, std::vector<SuggestedSelector>& all);
void add_counts(std::span<const SuggestedSelector> page, std::span<SuggestedSelector> all);

// Sorts, best first.
void rank_selectors(std::vector<SuggestedSelector>& selectors);

}  // namespace pagekin::wrapper
