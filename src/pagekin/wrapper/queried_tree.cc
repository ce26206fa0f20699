#include "pagekin/wrapper/queried_tree.h"

#include <algorithm>
#include <unordered_map>

#include "pagekin/content/page_reader.h"
#include "pagekin/content/words.h"
#include "pagekin/core/text.h"
#include "pagekin/dom/element_name.h"
#include "pagekin/dom/find_attribute.h"
#include "pagekin/features/readable_text.h"

namespace pagekin::wrapper {
namespace {

using Axis = NodeQuery::Axis;
using Step = NodeQuery::Step;
using Test = NodeQuery::Test;

}  // namespace

QueriedTree::QueriedTree(const dom::Tree& tree) : tree_(tree), texts_(tree) {
  dom::number_siblings(tree, siblings_);
  const std::size_t size = tree.size();
  name_of_.assign(size, UINT32_MAX);
  std::unordered_map<std::string, std::uint32_t> names;
  std::string buffer;
  for (std::uint32_t i = 0; i < size; ++i) {
    if (html::tag_name(tree.tags[i]).empty()) {
      const std::string name = lower_case(dom::element_name(tree, i, buffer));
      const auto [found, is_new] =
          names.emplace(name, static_cast<std::uint32_t>(other_names_.size()));
      if (is_new) other_names_.push_back(name);
      name_of_[i] = found->second;
    }
  }
}

std::string_view QueriedTree::tag(std::uint32_t element) const {
  if (name_of_[element] != UINT32_MAX) return other_names_[name_of_[element]];
  return html::tag_name(tree_.tags[element]);
}

std::optional<std::string> QueriedTree::attribute(std::uint32_t element,
                                                  std::string_view name) const {
  const dom::Attribute* const found = dom::find_attribute(tree_, element, name);
  if (found == nullptr) return std::nullopt;
  return std::string(content::PageReader(tree_).decoded(*found));
}

bool QueriedTree::has_class(std::uint32_t element, std::string_view name) const {
  const std::optional<std::string> value = attribute(element, "class");
  if (!value) return false;
  bool has_it = false;
  content::for_each_word(*value, [&](std::string_view one) { has_it |= one == name; });
  return has_it;
}

std::string QueriedTree::text_value(std::uint32_t text) const {
  const dom::TextLeaf& leaf = tree_.texts[text];
  content::PageReader reader(tree_);
  std::string value;
  for (std::uint32_t i = 0; i < leaf.span_count; ++i) {
    value += reader.decoded(leaf, tree_.text_spans[leaf.first_span + i]);
  }
  return value;
}

// All texts below an element are in one range: those whose parent is in its subtree.
std::string QueriedTree::text_of(std::uint32_t element) const {
  const std::uint32_t end = element + tree_.sizes[element];
  std::string all;
  // The first text that can be below it comes before the element after it.
  auto text = std::ranges::partition_point(
      tree_.texts, [&](const dom::TextLeaf& leaf) { return leaf.before <= element; });
  for (; text != tree_.texts.end(); ++text) {
    if (text->parent >= element && text->parent < end) {
      all += text_value(static_cast<std::uint32_t>(text - tree_.texts.begin()));
    } else if (text->before > end) {
      break;
    }
  }
  // normalize-space() knows the white space of XML only.
  std::string collapsed;
  for (const char c : all) {
    const bool is_blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!is_blank) {
      collapsed += c;
    } else if (!collapsed.empty() && collapsed.back() != ' ') {
      collapsed += ' ';
    }
  }
  if (!collapsed.empty() && collapsed.back() == ' ') collapsed.pop_back();
  return collapsed;
}

std::vector<std::uint32_t> QueriedTree::own_texts(std::uint32_t element) const {
  std::vector<std::uint32_t> texts;
  for (const std::uint32_t i : texts_.of(element)) {
    const std::string value = text_value(i);
    if (value.find_first_not_of(" \t\r\n") != std::string::npos) texts.push_back(i);
  }
  return texts;
}

std::optional<NodePlace> QueriedTree::place_in(std::uint32_t element,
                                               const NodeQuery& query) const {
  NodePlace place{.element = element};
  if (!query.attribute.empty()) {
    const dom::Attribute* const found = dom::find_attribute(tree_, element, query.attribute);
    if (found == nullptr) return std::nullopt;
    place.attribute = static_cast<std::uint32_t>(found - tree_.attributes.data());
  } else if (query.text > 0) {
    const std::vector<std::uint32_t> texts = own_texts(element);
    if (texts.size() < query.text) return std::nullopt;
    place.text = texts[query.text - 1];
  }
  return place;
}

bool QueriedTree::fits(std::uint32_t element, const Step& step) const {
  if (step.tag != "*" && tag(element) != step.tag) return false;
  for (const Test& test : step.tests) {
    switch (test.kind) {
      case Test::Kind::kNthOfType:
        break;  // counted by find()
      case Test::Kind::kNthChild:
        if (siblings_[element].child != test.number) return false;
        break;
      case Test::Kind::kClass:
        if (!has_class(element, test.value)) return false;
        break;
      case Test::Kind::kAttribute:
        if (attribute(element, test.name) != test.value) return false;
        break;
      case Test::Kind::kInAttribute: {
        const std::optional<std::string> value = attribute(element, test.name);
        if (!value || value->find(test.value) == std::string::npos) return false;
        break;
      }
      case Test::Kind::kHasAttribute:
        if (!attribute(element, test.name)) return false;
        break;
      case Test::Kind::kText:
        if (text_of(element) != test.value) return false;
        break;
    }
  }
  return true;
}

// Marks in `next` the siblings behind each element of `current`: all that fit, or the one with the
// wanted number. Each child of a parent is looked at once.
void QueriedTree::follow_siblings(const Step& step, std::uint32_t wanted,
                                  std::span<const std::uint8_t> current,
                                  std::span<std::uint8_t> next) const {
  std::vector<std::uint32_t> begun;    // children found so far
  std::vector<std::uint32_t> fitting;  // children that fit
  for (std::uint32_t parent = 0; parent < tree_.size(); ++parent) {
    begun.clear();
    const std::uint32_t end = parent + tree_.sizes[parent];
    for (std::uint32_t c = parent + 1; c < end; c += tree_.sizes[c]) {
      if (current[c] != 0) begun.push_back(c);
    }
    if (begun.empty()) continue;
    fitting.clear();
    for (std::uint32_t c = begun.front() + tree_.sizes[begun.front()]; c < end;
         c += tree_.sizes[c]) {
      if (!fits(c, step)) continue;
      fitting.push_back(c);
      if (wanted == 0) next[c] = 1;
    }
    if (wanted == 0) continue;
    for (const std::uint32_t one : begun) {
      const auto behind = std::ranges::upper_bound(fitting, one);
      if (fitting.end() - behind >= wanted) next[behind[wanted - 1]] = 1;
    }
  }
}

std::vector<NodePlace> QueriedTree::find(const NodeQuery& query) const {
  const auto size = static_cast<std::uint32_t>(tree_.size());
  std::vector<std::uint8_t> current;  // by element: found so far
  std::vector<std::uint8_t> next(size, 0);
  bool is_first = true;
  for (const Step& step : query.steps) {
    next.assign(size, 0);
    const auto number = std::ranges::find(step.tests, Test::Kind::kNthOfType, &Test::kind);
    const std::uint32_t wanted = number == step.tests.end() ? 0 : number->number;
    // A number that comes first counts siblings of the name; one behind other tests counts those
    // that pass them.
    const bool is_by_type =
        wanted > 0 && number == step.tests.begin() && step.axis != Axis::kFollowingSibling;
    // Takes an element that fits; `count` is that of the elements of one parent or sibling so far.
    const auto consider = [&](std::uint32_t element, std::uint32_t& count) {
      if (!fits(element, step)) return;
      const bool is_wanted =
          is_by_type ? siblings_[element].nth == wanted : wanted == 0 || ++count == wanted;
      if (is_wanted) next[element] = 1;
    };
    const auto children = [&](std::uint32_t parent) {
      std::uint32_t count = 0;
      for (std::uint32_t c = parent + 1; c < parent + tree_.sizes[parent]; c += tree_.sizes[c]) {
        consider(c, count);
      }
    };
    if (is_first) {
      std::uint32_t count = 0;
      if (step.axis == Axis::kDescendant || step.axis == Axis::kChild) consider(0, count);
      if (step.axis == Axis::kDescendant) {
        for (std::uint32_t i = 0; i < size; ++i) children(i);
      }
    } else {
      switch (step.axis) {
        case Axis::kChild:
          for (std::uint32_t i = 0; i < size; ++i) {
            if (current[i] != 0) children(i);
          }
          break;
        case Axis::kDescendant: {
          std::uint32_t end = 0;  // of the subtrees found so far
          for (std::uint32_t i = 0; i < size; ++i) {
            if (current[i] != 0) end = std::max(end, i + tree_.sizes[i]);
            if (i < end) children(i);
          }
          break;
        }
        case Axis::kFollowingSibling:
          follow_siblings(step, wanted, current, next);
          break;
        case Axis::kParent:
          for (std::uint32_t i = 1; i < size; ++i) {
            if (current[i] != 0) next[tree_.parents[i]] = 1;
          }
          break;
      }
    }
    is_first = false;
    current.swap(next);
  }
  std::vector<NodePlace> places;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> texts_of;  // by parent
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < size; ++i) {
    if (current[i] == 0) continue;
    std::optional<NodePlace> place = place_in(i, query);
    if (!place) continue;
    if (query.attribute.empty() && query.text == 0 && query.text_behind > 0) {
      if (i == 0) continue;
      const std::uint32_t parent = tree_.parents[i];
      const auto [known, is_new] = texts_of.try_emplace(parent);
      if (is_new) known->second = own_texts(parent);
      const auto behind =
          std::ranges::lower_bound(known->second, i + tree_.sizes[i], {},
                                   [&](std::uint32_t text) { return tree_.texts[text].before; });
      if (known->second.end() - behind < query.text_behind) continue;
      place->text = behind[query.text_behind - 1];
      place->element = parent;
    }
    if (query.only > 0 && ++count != query.only) continue;
    places.push_back(*place);
  }
  return places;
}

bool QueriedTree::has_number(std::uint32_t element, const Step& step) const {
  const auto number = std::ranges::find(step.tests, Test::Kind::kNthOfType, &Test::kind);
  return number == step.tests.end() || siblings_[element].nth == number->number;
}

std::optional<NodePlace> QueriedTree::first_below(std::uint32_t element,
                                                  const NodeQuery& query) const {
  std::vector<std::uint32_t> current = {element};
  std::vector<std::uint32_t> next;
  for (const Step& step : query.steps) {
    next.clear();
    const bool is_deep = step.axis == Axis::kDescendant;
    std::uint32_t looked = 0;  // the end of the descendants that were looked at
    for (const std::uint32_t from : current) {
      const std::uint32_t end = from + tree_.sizes[from];
      std::uint32_t at = is_deep ? std::max(from + 1, looked) : from + 1;
      for (; at < end; at += is_deep ? 1 : tree_.sizes[at]) {
        if (fits(at, step) && has_number(at, step)) next.push_back(at);
      }
      looked = std::max(looked, end);
    }
    std::ranges::sort(next);  // children of elements that are inside each other
    current.swap(next);
  }
  for (const std::uint32_t found : current) {
    if (const std::optional<NodePlace> place = place_in(found, query)) return place;
  }
  return std::nullopt;
}

bool QueriedTree::is_css_alike(std::uint32_t element, const NodeQuery& query) const {
  if (query.steps.size() < 2) return true;
  const std::optional<NodePlace> first = first_below(element, {.steps = query.steps});
  for (std::uint32_t at = element + 1; at < element + tree_.sizes[element]; ++at) {
    if (first && at == first->element) return true;
    std::uint32_t above = at;
    bool is_found = true;
    for (auto step = query.steps.rbegin(); is_found && step != query.steps.rend(); ++step) {
      is_found = fits(above, *step) && has_number(above, *step);
      if (step->axis == Axis::kDescendant) break;  // only the first
      is_found = is_found && above > 0;
      if (is_found) above = tree_.parents[above];
    }
    if (is_found) return false;
  }
  return true;
}

std::string QueriedTree::value(const NodePlace& place) const {
  if (place.text != UINT32_MAX) return features::readable_text(text_value(place.text));
  if (place.attribute != UINT32_MAX) {
    return features::readable_text(
        content::PageReader(tree_).decoded(tree_.attributes[place.attribute]));
  }
  return features::readable_text(text_of(place.element));
}

}  // namespace pagekin::wrapper
