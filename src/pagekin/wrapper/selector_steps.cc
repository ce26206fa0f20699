#include "pagekin/wrapper/selector_steps.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "pagekin/content/words.h"

namespace pagekin::wrapper {
namespace {

using Axis = NodeQuery::Axis;
using Step = NodeQuery::Step;
using Test = NodeQuery::Test;

constexpr std::size_t kMaxName = 60;     // bytes of a class, id or value in a selector
constexpr std::size_t kMostClasses = 4;  // of an element
constexpr std::array<std::string_view, 7> kNaming = {
    "itemprop", "property", "name", "data-testid", "data-field", "rel", "headers"};

}  // namespace

std::string_view to_text(AnchorKind kind) {
  constexpr std::string_view names[] = {"label", "attribute", "id", "class", "position"};
  return names[static_cast<std::size_t>(kind)];
}

bool is_quotable(std::string_view text) {
  if (text.empty() || text.size() > kMaxName) return false;
  const bool has_both =
      text.find('"') != std::string_view::npos && text.find('\'') != std::string_view::npos;
  return !has_both && std::ranges::all_of(text, [](char c) {
    return static_cast<unsigned char>(c) >= ' ' && c != '\x7f' && c != '\\';
  });
}

bool SelectorSteps::has_twin(std::uint32_t element) const {
  if (tree_.nth_of_type(element) > 1) return true;
  const dom::Tree& tree = tree_.tree();
  if (element == 0) return false;
  const std::uint32_t parent = tree.parents[element];
  for (std::uint32_t c = element + tree.sizes[element]; c < parent + tree.sizes[parent];
       c += tree.sizes[c]) {
    if (tree_.tag(c) == tree_.tag(element)) return true;
  }
  return false;
}

Step SelectorSteps::to(std::uint32_t element, bool is_numbered) const {
  Step step;
  step.tag = std::string(tree_.tag(element));
  if (is_numbered && has_twin(element)) {
    step.tests.push_back({.kind = Test::Kind::kNthOfType,
                          .number = tree_.nth_of_type(element),
                          .name = {},
                          .value = {}});
  }
  return step;
}

std::optional<std::vector<Step>> SelectorSteps::below(std::uint32_t above, std::uint32_t element,
                                                      Numbers numbers) const {
  std::vector<std::uint32_t> chain;
  for (std::uint32_t at = element; at != above; at = tree_.tree().parents[at]) {
    if (at == 0) return std::nullopt;
    chain.push_back(at);
  }
  std::vector<Step> steps;
  bool skipped = false;
  for (auto at = chain.rbegin(); at != chain.rend(); ++at) {
    const bool is_last = std::next(at) == chain.rend();
    if (tree_.tree().tags[*at] == html::kTagTbody && !is_last) {
      skipped = true;
      continue;
    }
    Step step = to(*at, numbers == Numbers::kAll || (numbers == Numbers::kNotLast && !is_last));
    if (skipped) step.axis = Axis::kDescendant;
    skipped = false;
    steps.push_back(std::move(step));
  }
  return steps;
}

std::vector<SelectorSteps::Anchor> SelectorSteps::anchors(std::uint32_t element) const {
  std::vector<Anchor> anchors;
  for (const std::string_view name : kNaming) {
    const std::optional<std::string> value = tree_.attribute(element, name);
    if (!value || !is_quotable(*value)) continue;
    Step step = to(element, false);
    step.tests.push_back(
        {.kind = Test::Kind::kAttribute, .name = std::string(name), .value = *value});
    anchors.push_back({std::move(step), AnchorKind::kAttribute});
  }
  const std::optional<std::string> id = tree_.attribute(element, "id");
  if (id && is_quotable(*id) && id->find(' ') == std::string::npos && is_stable_("#" + *id)) {
    Step step;
    step.tests.push_back({.kind = Test::Kind::kAttribute, .name = "id", .value = *id});
    anchors.push_back({std::move(step), AnchorKind::kId});
  }
  const std::string classes = tree_.attribute(element, "class").value_or("");
  std::size_t names = 0;
  content::for_each_word(classes, [&](std::string_view word) {
    std::string name(word);
    if (names == kMostClasses || !is_quotable(name) || !is_stable_("." + name)) return;
    ++names;
    Step step = to(element, false);
    step.tests.push_back({.kind = Test::Kind::kClass, .name = {}, .value = std::move(name)});
    anchors.push_back({std::move(step), AnchorKind::kClass});
  });
  return anchors;
}

}  // namespace pagekin::wrapper
