#include "pagekin/wrapper/suggest_selectors.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "pagekin/core/text.h"
#include "pagekin/features/readable_text.h"
#include "pagekin/wrapper/value_text.h"
#include "pagekin/wrapper/xpath.h"

namespace pagekin::wrapper {
namespace {

using Axis = NodeQuery::Axis;
using Step = NodeQuery::Step;
using Test = NodeQuery::Test;

constexpr int kMaxAnchors = 4;                 // elements above a value that may anchor a selector
constexpr std::size_t kMostCompared = 40'000;  // bytes that are compared without their spaces
constexpr int kMaxLabelLevels = 5;             // between a label and its value
constexpr std::size_t kNearSteps = 3;          // from a label to a value that is its own

class Suggester {
 public:
  Suggester(const QueriedTree& tree, const PageSlots& page, std::uint32_t slot,
            std::uint32_t levels, bool is_list,
            const std::function<bool(std::string_view)>& is_stable,
            const std::function<bool(std::string_view)>& is_label)
      : tree_(tree),
        page_(page),
        slot_(page.slots[slot]),
        number_(slot),
        is_whole_(levels > 0),
        is_list_(is_list),
        steps_(tree, is_stable),
        is_label_(is_label) {
    for (std::uint32_t i = 0; i < levels && slot_.element != 0; ++i) {
      slot_.element = parent_of(slot_.element);
    }
  }

  std::vector<SuggestedSelector> run() {
    if (slot_.source == Source::kJsonLd) return {};
    if (slot_.source == Source::kText) add_labels();
    add_anchors();
    add_path();
    return std::move(found_);
  }

 private:
  const dom::Tree& tree() const { return tree_.tree(); }
  std::uint32_t parent_of(std::uint32_t element) const { return tree().parents[element]; }

  // Adds a query to the element of the slot, with what leads from there to the value.
  void add(std::vector<Step> steps, AnchorKind kind) {
    NodeQuery query;
    query.steps = std::move(steps);
    if (slot_.source != Source::kText) {
      query.attribute = page_.attribute_name(slot_);
    } else if (!is_only_text()) {
      query.text = text_number();
    }
    if (is_list_) add_without_numbers(query, kind);
    add_query(std::move(query), kind);
  }

  // The number of any one step, or of all, may be that of the item.
  void add_without_numbers(const NodeQuery& query, AnchorKind kind) {
    const auto is_number = [](const Test& test) {
      return test.kind == Test::Kind::kNthOfType || test.kind == Test::Kind::kNthChild;
    };
    NodeQuery bare = query;
    for (std::size_t i = query.steps.size(); i-- > 0;) {
      NodeQuery without = query;
      if (std::erase_if(without.steps[i].tests, is_number) > 0) add_query(std::move(without), kind);
      std::erase_if(bare.steps[i].tests, is_number);
    }
    add_query(std::move(bare), kind);
  }

  void add_query(NodeQuery query, AnchorKind kind) {
    if (!seen_.insert(to_xpath(query)).second) return;
    SuggestedSelector selector;
    selector.kind = kind;
    selector.query = query;
    selector.is_far =
        kind == AnchorKind::kLabel && (!is_right_before_ || query.steps.size() > 1 + kNearSteps);
    found_.push_back(selector);
    // Where it finds several, the one that is meant, by its number.
    if (is_list_) return;
    const std::vector<NodePlace> places = tree_.find(query);
    if (places.size() < 2 || query.text > 0 || query.text_behind > 0) return;
    for (std::uint32_t i = 0; i < places.size() && i < 10; ++i) {
      if (places[i].element != slot_.element) continue;
      query.only = i + 1;
      selector.query = query;
      if (kind != AnchorKind::kPosition && seen_.insert(to_xpath(query)).second) {
        found_.push_back(selector);
      }
      break;
    }
  }

  // Whether the element has this text and no other.
  bool is_only_text() const {
    const Element& element = page_.elements[slot_.element];
    return is_whole_ || element.first_text == element.last_text;
  }
  std::uint32_t text_number() const {
    const std::vector<std::uint32_t> texts = tree_.own_texts(slot_.element);
    for (std::uint32_t i = 0; i < texts.size(); ++i) {
      if (features::readable_text(tree_.text_value(texts[i])) == page_.value(number_)) return i + 1;
    }
    return slot_.index + 1;
  }

  void add_anchored(Step anchor_step, std::uint32_t anchor, AnchorKind kind) {
    anchor_step.axis = Axis::kDescendant;
    auto below = steps_.below(anchor, slot_.element);
    if (!below) return;
    std::vector<Step> steps = {std::move(anchor_step)};
    // Also without the steps between, which count positions.
    if (below->size() > 1) {
      Step last = steps_.to(slot_.element, false);
      last.axis = Axis::kDescendant;
      add({steps.front(), last}, kind);
    }
    for (Step& step : *below) steps.push_back(std::move(step));
    add(std::move(steps), kind);
  }

  void add_anchors() {
    int anchors = 0;
    std::uint32_t at = slot_.element;
    for (int level = 0; level < 12 && anchors < kMaxAnchors; ++level) {
      anchors += add_anchors_at(at) ? 1 : 0;
      if (at == 0) break;
      at = parent_of(at);
    }
  }

  bool add_anchors_at(std::uint32_t element) {
    std::vector<SelectorSteps::Anchor> anchors = steps_.anchors(element);
    for (SelectorSteps::Anchor& anchor : anchors) {
      add_anchored(std::move(anchor.step), element, anchor.kind);
    }
    return !anchors.empty();
  }

  // From the labels before the value: //th[normalize-space()='Price']/following-sibling::td[1]
  void add_labels() {
    std::uint32_t label = slot_.previous;
    for (int tried = 0; tried < 3 && label != kNone; ++tried, label = page_.slots[label].previous) {
      const std::string text(page_.value(label));
      if (!is_label_(text)) continue;
      is_right_before_ = tried == 0;
      const std::uint32_t from = page_.slots[label].element;
      if (tree_.text_of(from) == text && is_quotable(text)) add_label(from, text);
    }
  }

  void add_label(std::uint32_t from, const std::string& text) {
    std::vector<std::uint32_t> above;  // the ancestors of the label
    for (std::uint32_t at = from;; at = parent_of(at)) {
      above.push_back(at);
      if (at == 0) break;
    }
    Step start = steps_.to(from, false);
    start.axis = Axis::kDescendant;
    start.tests.push_back({.kind = Test::Kind::kText, .name = {}, .value = text});
    std::vector<Step> steps = {start};
    // A text behind the label, in the same parent.
    if (from != 0 && parent_of(from) == slot_.element) {
      NodeQuery query;
      query.steps = steps;
      const std::vector<std::uint32_t> texts = tree_.own_texts(slot_.element);
      std::uint32_t behind = 0;
      for (const std::uint32_t one : texts) {
        if (tree().texts[one].before < from + tree().sizes[from]) continue;
        ++behind;
        if (features::readable_text(tree_.text_value(one)) != page_.value(number_)) continue;
        query.text_behind = behind;
        return add_query(std::move(query), AnchorKind::kLabel);
      }
      return;
    }
    // Up to the child of the common ancestor, over to its sibling, and down.
    std::vector<std::uint32_t> below;
    std::uint32_t at = slot_.element;
    while (std::ranges::find(above, at) == above.end()) {
      below.push_back(at);
      at = parent_of(at);
    }
    const auto levels = static_cast<int>(std::ranges::find(above, at) - above.begin());
    if (below.empty() || levels == 0 || levels > kMaxLabelLevels) return;
    // How many levels there are up to a table depends on the parser.
    const bool leaves_tbody = std::any_of(above.begin(), above.begin() + levels, [&](auto one) {
      return tree().tags[one] == html::kTagTbody;
    });
    if (leaves_tbody) return;
    for (int i = 1; i < levels; ++i) {
      Step up;
      up.axis = Axis::kParent;
      steps.push_back(up);
    }
    const std::uint32_t side = above[static_cast<std::size_t>(levels) - 1];
    const std::uint32_t target = below.back();
    if (target < side) return;
    Step over = steps_.to(target, false);
    over.axis = Axis::kFollowingSibling;
    std::uint32_t number = 0;
    for (std::uint32_t c = side + tree().sizes[side]; c <= target; c += tree().sizes[c]) {
      number += tree_.tag(c) == tree_.tag(target) ? 1 : 0;
    }
    over.tests.push_back(
        {.kind = Test::Kind::kNthOfType, .number = number, .name = {}, .value = {}});
    steps.push_back(std::move(over));
    if (auto rest = steps_.below(target, slot_.element)) {
      for (Step& step : *rest) steps.push_back(std::move(step));
      add(std::move(steps), AnchorKind::kLabel);
    }
  }

  void add_path() {
    auto below = steps_.below(0, slot_.element);
    if (!below) return;
    std::vector<Step> steps = {steps_.to(0, false)};
    for (Step& step : *below) steps.push_back(std::move(step));
    add(std::move(steps), AnchorKind::kPosition);
  }

  const QueriedTree& tree_;
  const PageSlots& page_;
  Slot slot_;
  std::uint32_t number_;
  bool is_whole_;                 // the value is all text of the element
  bool is_list_;                  // it is one of several
  bool is_right_before_ = false;  // the label from which selectors are made now
  const SelectorSteps steps_;
  const std::function<bool(std::string_view)>& is_label_;
  std::set<std::string> seen_;
  std::vector<SuggestedSelector> found_;
};

}  // namespace

bool is_same_text(std::string found, std::string_view value) {
  if (found == value) return true;
  if (found.size() + value.size() > kMostCompared) return false;
  std::string wanted(value);
  std::erase(found, ' ');
  std::erase(wanted, ' ');
  return found == wanted;
}

std::vector<SuggestedSelector> suggest_selectors(
    const QueriedTree& tree, const PageSlots& page, std::uint32_t slot, std::uint32_t levels,
    bool is_list, const std::function<bool(std::string_view)>& is_stable,
    const std::function<bool(std::string_view)>& is_label) {
  return Suggester(tree, page, slot, levels, is_list, is_stable, is_label).run();
}

void check_selector(const QueriedTree& tree, std::span<const std::string> values, bool is_list,
                    SuggestedSelector& selector) {
  const std::vector<NodePlace> places = tree.find(selector.query);
  if (values.empty()) {
    selector.extra += places.empty() ? 0 : 1;
    return;
  }
  const auto has_value = [&](const NodePlace& place, const std::string& value) {
    return is_same_text(tree.value(place), value);
  };
  const bool is_hit = is_list ? std::ranges::equal(places, values, has_value)
                              : !places.empty() && has_value(places.front(), values.front());
  ++(is_hit ? selector.hits : selector.misses);
  selector.several += !is_list && places.size() > 1 ? 1 : 0;
}

void add_candidates(std::vector<SuggestedSelector>&& page, std::vector<SuggestedSelector>& all) {
  for (SuggestedSelector& one : page) {
    const bool is_known = std::ranges::find(all, one.query, &SuggestedSelector::query) != all.end();
    if (!is_known && all.size() < kMostCandidates) all.push_back(std::move(one));
  }
}

void add_counts(std::span<const SuggestedSelector> page, std::span<SuggestedSelector> all) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].hits += page[i].hits;
    all[i].misses += page[i].misses;
    all[i].extra += page[i].extra;
    all[i].several += page[i].several;
  }
}

namespace {

// The firmness of an anchor, the firmest first. A far label is not that of the value: names are
// firmer.
int rank_of(const SuggestedSelector& selector) {
  return 2 * static_cast<int>(selector.is_far ? AnchorKind::kClass : selector.kind) +
         (selector.is_far ? 1 : 0);
}

}  // namespace

void rank_selectors(std::vector<SuggestedSelector>& selectors) {
  std::ranges::stable_sort(selectors, [](const SuggestedSelector& a, const SuggestedSelector& b) {
    // Per cent, so that one odd page does not decide.
    const auto score = [](const SuggestedSelector& one) {
      const double all = one.hits + one.misses + one.extra;
      return all == 0 ? 0 : std::lround(100 * one.hits / all);
    };
    if (score(a) != score(b)) return score(a) > score(b);
    if (rank_of(a) != rank_of(b)) return rank_of(a) < rank_of(b);
    if (a.several != b.several) return a.several < b.several;
    return to_xpath(a.query).size() < to_xpath(b.query).size();
  });
}

}  // namespace pagekin::wrapper
