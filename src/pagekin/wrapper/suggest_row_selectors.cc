#include "pagekin/wrapper/suggest_row_selectors.h"

#include <algorithm>
#include <utility>

#include "pagekin/wrapper/css_selector.h"
#include "pagekin/wrapper/selector_steps.h"
#include "pagekin/wrapper/xpath.h"

namespace pagekin::wrapper {
namespace {

using Axis = NodeQuery::Axis;
using Numbers = SelectorSteps::Numbers;
using Step = NodeQuery::Step;

constexpr int kMostLevels = 12;      // above a row
constexpr int kMostAnchors = 4;      // elements above a row that may anchor a selector
constexpr std::uint32_t kTexts = 4;  // own texts of an element that may be the value

// Candidates without repetition.
class CandidateList {
 public:
  void add(NodeQuery query, AnchorKind kind) {
    const bool is_known =
        std::ranges::find(found_, query, &SuggestedSelector::query) != found_.end();
    if (!is_known) found_.push_back({.query = std::move(query), .kind = kind});
  }
  std::vector<SuggestedSelector> take() { return std::move(found_); }

 private:
  std::vector<SuggestedSelector> found_;
};

Step descendant(Step step) {
  step.axis = Axis::kDescendant;
  return step;
}

std::vector<Step> joined(Step first, const std::vector<Step>& rest) {
  std::vector<Step> steps = {descendant(std::move(first))};
  steps.insert(steps.end(), rest.begin(), rest.end());
  return steps;
}

}  // namespace

std::vector<SuggestedSelector> suggest_row_selectors(
    const QueriedTree& tree, std::uint32_t row,
    const std::function<bool(std::string_view)>& is_stable) {
  const SelectorSteps maker(tree, is_stable);
  CandidateList list;
  // The row by its own names, or by its tag.
  std::vector<SelectorSteps::Anchor> own = maker.anchors(row);
  std::erase_if(own, [](const auto& anchor) { return anchor.kind == AnchorKind::kId; });
  for (const SelectorSteps::Anchor& anchor : own) {
    list.add({.steps = {descendant(anchor.step)}}, anchor.kind);
  }
  const Step plain = descendant(maker.to(row, false));
  int anchors = 0;
  std::uint32_t at = row;
  for (int level = 0; level < kMostLevels && at != 0 && anchors < kMostAnchors; ++level) {
    at = tree.tree().parents[at];
    const std::vector<SelectorSteps::Anchor> above = maker.anchors(at);
    anchors += above.empty() ? 0 : 1;
    for (const SelectorSteps::Anchor& anchor : above) {
      for (const SelectorSteps::Anchor& name : own) {
        list.add({.steps = joined(anchor.step, {descendant(name.step)})}, anchor.kind);
      }
      list.add({.steps = joined(anchor.step, {plain})}, anchor.kind);
      for (const Numbers numbers : {Numbers::kNotLast, Numbers::kBare}) {
        if (const auto steps = maker.below(at, row, numbers)) {
          list.add({.steps = joined(anchor.step, *steps)}, anchor.kind);
        }
      }
    }
  }
  for (const Numbers numbers : {Numbers::kNotLast, Numbers::kBare}) {
    if (auto steps = maker.below(0, row, numbers)) {
      steps->insert(steps->begin(), maker.to(0, false));
      list.add({.steps = std::move(*steps)}, AnchorKind::kPosition);
    }
  }
  list.add({.steps = {plain}}, AnchorKind::kPosition);
  return list.take();
}

std::vector<SuggestedSelector> suggest_cell_selectors(
    const QueriedTree& tree, std::uint32_t row, std::uint32_t element, std::string_view attribute,
    const std::function<bool(std::string_view)>& is_stable) {
  const SelectorSteps maker(tree, is_stable);
  CandidateList list;
  const auto add = [&](std::vector<Step> steps, AnchorKind kind) {
    NodeQuery query{.steps = std::move(steps)};
    if (!attribute.empty()) {
      query.attribute = attribute;
      return list.add(std::move(query), kind);
    }
    list.add(query, kind);
    const auto texts = static_cast<std::uint32_t>(tree.own_texts(element).size());
    for (query.text = 1; query.text <= std::min(texts, kTexts); ++query.text) list.add(query, kind);
  };
  if (element == row) {
    add({}, AnchorKind::kPosition);
    return list.take();
  }
  for (std::uint32_t at = element; at != row && at != 0; at = tree.tree().parents[at]) {
    for (const SelectorSteps::Anchor& anchor : maker.anchors(at)) {
      if (anchor.kind == AnchorKind::kId) continue;  // an id names one row
      if (at == element) {
        add({descendant(anchor.step)}, anchor.kind);
        continue;
      }
      add(joined(anchor.step, {descendant(maker.to(element, false))}), anchor.kind);
      if (const auto steps = maker.below(at, element))
        add(joined(anchor.step, *steps), anchor.kind);
    }
  }
  // Numbers count siblings, so a step to any descendant is as firm as a path, and CSS can say it.
  for (const Numbers numbers : {Numbers::kAll, Numbers::kBare}) {
    auto steps = maker.below(row, element, numbers);
    if (!steps || steps->empty()) continue;
    add(*steps, AnchorKind::kPosition);
    steps->front().axis = Axis::kDescendant;
    add(std::move(*steps), AnchorKind::kPosition);
    add({descendant(maker.to(element, numbers == Numbers::kAll))}, AnchorKind::kPosition);
  }
  return list.take();
}

std::string to_xpath_below(const NodeQuery& query) {
  const std::string path = to_xpath(query);
  if (path.empty()) return ".";
  return query.steps.empty() ? path.substr(1) : "." + path;
}

std::optional<std::string> to_css_below(const NodeQuery& query) {
  if (!query.steps.empty() && query.steps.front().axis != Axis::kDescendant) return std::nullopt;
  return to_css(query);
}

}  // namespace pagekin::wrapper
