#include "pagekin/wrapper/node_query.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>
#include <utility>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/dom/element_name.h"
#include "pagekin/features/raw_text.h"
#include "pagekin/features/readable_text.h"
#include "pagekin/html/character_references.h"
#include "pagekin/wrapper/value_text.h"

namespace pagekin::wrapper {
namespace {

using Axis = NodeQuery::Axis;
using Step = NodeQuery::Step;
using Test = NodeQuery::Test;

constexpr std::size_t kMaxQuerySteps = 600;
constexpr std::uint32_t kNoText = UINT32_MAX;

constexpr bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

// Takes pieces from the front of a query.
class Source {
 public:
  Source(std::string_view text, std::string_view language) : all_(text), language_(language) {}

  bool at_end() const { return at_ == all_.size(); }
  char peek() const { return at_end() ? '\0' : all_[at_]; }
  bool take(std::string_view text) {
    if (!all_.substr(at_).starts_with(text)) return false;
    at_ += text.size();
    return true;
  }
  void need(std::string_view text) {
    if (!take(text)) fail("'" + std::string(text) + "' is missing");
  }
  bool skip_blanks() {
    const std::size_t begin = at_;
    while (!at_end() && (peek() == ' ' || peek() == '\t' || peek() == '\n')) ++at_;
    return at_ > begin;
  }
  std::string name(bool with_colon = false) {
    std::string found;
    while (!at_end()) {
      if (peek() == '\\' && language_ == "CSS selector" && at_ + 1 < all_.size()) {
        ++at_;  // an escaped character
        found += all_[at_++];
      } else if (is_name_byte(peek()) ||
                 (with_colon && peek() == ':' && all_.substr(at_, 2) != "::")) {
        found += all_[at_++];
      } else {
        break;
      }
    }
    if (found.empty()) fail("a name is missing");
    return found;
  }
  std::uint32_t number() {
    std::uint32_t value = 0;
    const auto [end, status] = std::from_chars(all_.data() + at_, all_.data() + all_.size(), value);
    if (status != std::errc() || value == 0) fail("a number from 1 is missing");
    at_ = static_cast<std::size_t>(end - all_.data());
    return value;
  }
  std::string quoted() {
    const char quote = peek();
    if (quote != '"' && quote != '\'') fail("a text in quotes is missing");
    const std::size_t end = all_.find(quote, at_ + 1);
    if (end == std::string_view::npos) fail("a quote is not closed");
    std::string text(all_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return text;
  }
  [[noreturn]] void fail(const std::string& problem) const {
    throw Error("the " + std::string(language_) + " '" + printable(all_.substr(0, 200)) +
                "' is not understood at byte " + std::to_string(at_ + 1) + ": " + problem);
  }

 private:
  std::string_view all_;
  std::string_view language_;
  std::size_t at_ = 0;
};

void read_xpath_test(Source& source, NodeQuery& query, Step& step) {
  if (source.take("@")) {
    Test test{
        .kind = Test::Kind::kHasAttribute, .name = lower_case(source.name(true)), .value = {}};
    source.skip_blanks();
    if (source.take("=")) {
      source.skip_blanks();
      test.kind = Test::Kind::kAttribute;
      test.value = source.quoted();
    }
    step.tests.push_back(std::move(test));
  } else if (source.take("normalize-space()") || source.take("normalize-space(.)")) {
    source.skip_blanks();
    if (!source.take("=")) return;  // of text(): not blank
    source.skip_blanks();
    step.tests.push_back({.kind = Test::Kind::kText, .name = {}, .value = source.quoted()});
  } else if (source.take("contains(concat(' ', normalize-space(@class), ' '), ")) {
    const std::string padded = source.quoted();
    source.need(")");
    step.tests.push_back(
        {.kind = Test::Kind::kClass, .name = {}, .value = std::string(trim(padded, " "))});
  } else {
    step.tests.push_back(
        {.kind = Test::Kind::kNthOfType, .number = source.number(), .name = {}, .value = {}});
  }
  (void)query;
}

std::string xpath_quoted(std::string_view text) {
  if (text.find('\'') == std::string_view::npos) return "'" + std::string(text) + "'";
  return "\"" + std::string(text) + "\"";
}

std::string css_name(std::string_view name) {
  std::string escaped;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool is_digit = c >= '0' && c <= '9';
    if (is_digit && (i == 0 || (i == 1 && name[0] == '-'))) {
      escaped += "\\3" + std::string(1, c) + " ";
    } else if (is_name_byte(c)) {
      escaped += c;
    } else {
      escaped += '\\';
      escaped += c;
    }
  }
  return escaped;
}

std::string css_quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

bool is_css_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return static_cast<unsigned char>(c) > ' ' && c != '\x7f';
  });
}

}  // namespace

NodeQuery parse_xpath(std::string_view xpath) {
  Source source(trim(xpath, " \t\r\n"), "XPath");
  NodeQuery query;
  const bool is_grouped = source.take("(");
  bool is_value = false;  // text() or an attribute: nothing may follow
  while (!source.at_end() && source.peek() != ')') {
    if (query.steps.size() > kMaxQuerySteps) source.fail("it has too many steps");
    Step step;
    if (source.take("//")) {
      step.axis = Axis::kDescendant;
    } else if (!source.take("/")) {
      source.fail("a path begins with '/' or '//'");
    }
    if (is_value) source.fail("nothing can follow text() or an attribute");
    if (source.take("@")) {
      query.attribute = lower_case(source.name(true));
      is_value = true;
      continue;
    }
    if (source.take("..")) {
      step.axis = Axis::kParent;
      query.steps.push_back(std::move(step));
      continue;
    }
    if (source.take("following-sibling::")) {
      step.axis = Axis::kFollowingSibling;
    } else {
      source.take("descendant::") ? void(step.axis = Axis::kDescendant) : void();
    }
    if (source.take("text()")) {
      is_value = true;
      std::uint32_t& number = step.axis == Axis::kFollowingSibling ? query.text_behind : query.text;
      number = 1;
      while (source.take("[")) {
        Step ignored;
        read_xpath_test(source, query, ignored);
        if (!ignored.tests.empty()) number = ignored.tests.front().number;
        source.need("]");
      }
      continue;
    }
    step.tag = source.take("*") ? "*" : lower_case(source.name(true));
    while (source.take("[")) {
      source.skip_blanks();
      read_xpath_test(source, query, step);
      source.skip_blanks();
      source.need("]");
    }
    query.steps.push_back(std::move(step));
  }
  if (is_grouped) {
    source.need(")");
    if (source.take("[")) {
      query.only = source.number();
      source.need("]");
    }
  }
  if (!source.at_end()) source.fail("something follows the end");
  if (query.steps.empty()) source.fail("it has no steps");
  return query;
}

NodeQuery parse_css(std::string_view selector) {
  Source source(trim(selector, " \t\r\n"), "CSS selector");
  NodeQuery query;
  Axis axis = Axis::kDescendant;
  while (!source.at_end()) {
    if (query.steps.size() > kMaxQuerySteps) source.fail("it has too many steps");
    Step step;
    step.axis = axis;
    bool has_any = false;
    if (source.take("*")) {
      has_any = true;
    } else if (is_name_byte(source.peek())) {
      step.tag = lower_case(source.name());
      has_any = true;
    }
    for (;; has_any = true) {
      if (source.take("#")) {
        step.tests.push_back(
            {.kind = Test::Kind::kAttribute, .name = "id", .value = source.name()});
      } else if (source.take(".")) {
        step.tests.push_back({.kind = Test::Kind::kClass, .name = {}, .value = source.name()});
      } else if (source.take("[")) {
        Test test{
            .kind = Test::Kind::kHasAttribute, .name = lower_case(source.name()), .value = {}};
        if (source.take("=")) {
          test.kind = Test::Kind::kAttribute;
          const bool is_quoted = source.peek() == '"' || source.peek() == '\'';
          test.value = is_quoted ? source.quoted() : source.name();
        }
        source.need("]");
        step.tests.push_back(std::move(test));
      } else if (source.take(":nth-child(")) {
        step.tests.push_back(
            {.kind = Test::Kind::kNthChild, .number = source.number(), .name = {}, .value = {}});
        source.need(")");
      } else if (source.take(":nth-of-type(")) {
        step.tests.insert(
            step.tests.begin(),
            {.kind = Test::Kind::kNthOfType, .number = source.number(), .name = {}, .value = {}});
        source.need(")");
      } else if (source.take(":first-child")) {
        step.tests.push_back({.kind = Test::Kind::kNthChild, .number = 1, .name = {}, .value = {}});
      } else {
        break;
      }
    }
    if (!has_any) source.fail("an element, '#', '.', '[' or ':nth-child(' is missing");
    query.steps.push_back(std::move(step));
    const bool has_blanks = source.skip_blanks();
    if (source.at_end()) break;
    if (source.take(">")) {
      axis = Axis::kChild;
      source.skip_blanks();
    } else if (has_blanks) {
      axis = Axis::kDescendant;
    } else {
      source.fail(
          "only names, ids, classes, attributes, :nth-child() and :nth-of-type() are known");
    }
  }
  if (query.steps.empty()) source.fail("it has no steps");
  return query;
}

std::string to_xpath(const NodeQuery& query) {
  std::string text;
  for (const Step& step : query.steps) {
    switch (step.axis) {
      case Axis::kParent:
        text += "/..";
        continue;
      case Axis::kDescendant:
        text += "//";
        break;
      case Axis::kFollowingSibling:
        text += "/following-sibling::";
        break;
      case Axis::kChild:
        text += "/";
        break;
    }
    text += step.tag;
    for (const Test& test : step.tests) {
      switch (test.kind) {
        case Test::Kind::kNthOfType:
          text += "[" + std::to_string(test.number) + "]";
          break;
        case Test::Kind::kNthChild:
          text += "[count(preceding-sibling::*)=" + std::to_string(test.number - 1) + "]";
          break;
        case Test::Kind::kClass:
          text += "[contains(concat(' ', normalize-space(@class), ' '), " +
                  xpath_quoted(" " + test.value + " ") + ")]";
          break;
        case Test::Kind::kAttribute:
          text += "[@" + test.name + "=" + xpath_quoted(test.value) + "]";
          break;
        case Test::Kind::kHasAttribute:
          text += "[@" + test.name + "]";
          break;
        case Test::Kind::kText:
          text += "[normalize-space()=" + xpath_quoted(test.value) + "]";
          break;
      }
    }
  }
  if (query.only > 0) text = "(" + text + ")[" + std::to_string(query.only) + "]";
  if (!query.attribute.empty()) text += "/@" + query.attribute;
  if (query.text > 0) text += "/text()[normalize-space()][" + std::to_string(query.text) + "]";
  if (query.text_behind > 0) {
    text +=
        "/following-sibling::text()[normalize-space()][" + std::to_string(query.text_behind) + "]";
  }
  return text;
}

std::optional<std::string> to_css(const NodeQuery& query) {
  if (query.only > 0 || query.text > 0 || query.text_behind > 0) return std::nullopt;
  std::string text;
  for (const Step& step : query.steps) {
    if (step.axis == Axis::kParent || step.axis == Axis::kFollowingSibling) return std::nullopt;
    if (!text.empty()) text += step.axis == Axis::kChild ? " > " : " ";
    const std::size_t begin = text.size();
    if (step.tag != "*") {
      if (!is_css_name(step.tag)) return std::nullopt;
      text += css_name(step.tag);
    }
    bool has_narrowed = false;
    for (const Test& test : step.tests) {
      switch (test.kind) {
        case Test::Kind::kNthOfType:
          // CSS counts siblings of the name, whatever else was asked before.
          if (step.tag == "*" || has_narrowed) return std::nullopt;
          text += ":nth-of-type(" + std::to_string(test.number) + ")";
          break;
        case Test::Kind::kNthChild:
          text += ":nth-child(" + std::to_string(test.number) + ")";
          break;
        case Test::Kind::kClass:
          if (!is_css_name(test.value)) return std::nullopt;
          text += "." + css_name(test.value);
          has_narrowed = true;
          break;
        case Test::Kind::kAttribute:
          has_narrowed = true;
          if (test.name == "id" && is_css_name(test.value)) {
            text += "#" + css_name(test.value);
          } else {
            text += "[" + css_name(test.name) + "=" + css_quoted(test.value) + "]";
          }
          break;
        case Test::Kind::kHasAttribute:
          has_narrowed = true;
          text += "[" + css_name(test.name) + "]";
          break;
        case Test::Kind::kText:
          return std::nullopt;
      }
    }
    if (text.size() == begin) text += "*";
  }
  return text;
}

QueriedTree::QueriedTree(const dom::Tree& tree) : tree_(tree) {
  const std::size_t size = tree.size();
  name_of_.assign(size, UINT32_MAX);
  nth_.assign(size, 1);
  child_.assign(size, 1);
  first_text_.assign(size, kNoText);
  next_text_.assign(tree.texts.size(), kNoText);
  std::unordered_map<std::string, std::uint32_t> names;
  std::string buffer;
  std::unordered_map<std::uint64_t, std::uint32_t> counts;  // by parent and tag
  std::vector<std::uint32_t> children(size, 0);
  for (std::uint32_t i = 0; i < size; ++i) {
    if (html::tag_name(tree.tags[i]).empty()) {
      const std::string name = lower_case(dom::element_name(tree, i, buffer));
      const auto [found, is_new] =
          names.emplace(name, static_cast<std::uint32_t>(other_names_.size()));
      if (is_new) other_names_.push_back(name);
      name_of_[i] = found->second;
    }
    if (i == 0) continue;
    const std::uint32_t parent = tree.parents[i];
    child_[i] = ++children[parent];
    nth_[i] = ++counts[(std::uint64_t{parent} << 32) | tree.tags[i]];
  }
  for (auto i = static_cast<std::uint32_t>(tree.texts.size()); i-- > 0;) {
    const std::uint32_t parent = tree.texts[i].parent;
    next_text_[i] = first_text_[parent];
    first_text_[parent] = i;
  }
}

std::string_view QueriedTree::tag(std::uint32_t element) const {
  if (name_of_[element] != UINT32_MAX) return other_names_[name_of_[element]];
  return html::tag_name(tree_.tags[element]);
}

std::optional<std::string> QueriedTree::attribute(std::uint32_t element,
                                                  std::string_view name) const {
  for (const dom::Attribute& one : tree_.attributes_of(element)) {
    if (!equals_ignoring_case(tree_.view(one.name), name)) continue;
    std::string buffer;
    return std::string(html::decode_references(tree_.view(one.value), true, buffer));
  }
  return std::nullopt;
}

bool QueriedTree::has_class(std::uint32_t element, std::string_view name) const {
  const std::optional<std::string> value = attribute(element, "class");
  if (!value) return false;
  for (std::size_t at = 0; at < value->size();) {
    const std::size_t end = std::min(value->find_first_of(" \t\r\n\f", at), value->size());
    if (std::string_view(*value).substr(at, end - at) == name) return true;
    at = end + 1;
  }
  return false;
}

std::string QueriedTree::text_value(std::uint32_t text) const {
  const dom::TextLeaf& leaf = tree_.texts[text];
  const bool is_raw = features::is_raw_text(tree_, leaf.parent);
  std::string value;
  std::string buffer;
  for (std::uint32_t i = 0; i < leaf.span_count; ++i) {
    const dom::Span span = tree_.text_spans[leaf.first_span + i];
    std::string_view piece = tree_.view(span);
    if (!is_raw && !features::is_cdata(tree_, leaf.parent, span)) {
      piece = html::decode_references(piece, false, buffer);
    }
    value += piece;
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
  for (std::uint32_t i = first_text_[element]; i != kNoText; i = next_text_[i]) {
    const std::string value = text_value(i);
    if (value.find_first_not_of(" \t\r\n") != std::string::npos) texts.push_back(i);
  }
  return texts;
}

bool QueriedTree::fits(std::uint32_t element, const Step& step) const {
  if (step.tag != "*" && tag(element) != step.tag) return false;
  for (const Test& test : step.tests) {
    switch (test.kind) {
      case Test::Kind::kNthOfType:
        break;  // counted by find()
      case Test::Kind::kNthChild:
        if (child_[element] != test.number) return false;
        break;
      case Test::Kind::kClass:
        if (!has_class(element, test.value)) return false;
        break;
      case Test::Kind::kAttribute:
        if (attribute(element, test.name) != test.value) return false;
        break;
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
    const bool is_by_type = wanted > 0 && number == step.tests.begin() && step.tag != "*" &&
                            step.axis != Axis::kFollowingSibling;
    // Takes an element that fits; `count` is that of the elements of one parent or sibling so far.
    const auto consider = [&](std::uint32_t element, std::uint32_t& count) {
      if (!fits(element, step)) return;
      const bool is_wanted =
          is_by_type ? nth_[element] == wanted : wanted == 0 || ++count == wanted;
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
          for (std::uint32_t i = 1; i < size; ++i) {
            if (current[i] == 0) continue;
            const std::uint32_t parent = tree_.parents[i];
            std::uint32_t count = 0;
            for (std::uint32_t c = i + tree_.sizes[i]; c < parent + tree_.sizes[parent];
                 c += tree_.sizes[c]) {
              consider(c, count);
              if (wanted != 0 && count >= wanted) break;
            }
          }
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
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < size; ++i) {
    if (current[i] == 0) continue;
    if (query.only > 0 && ++count != query.only) continue;
    NodePlace place{.element = i};
    if (!query.attribute.empty()) {
      const dom::AttributeRange range = tree_.attribute_ranges[i];
      for (std::uint32_t a = range.begin; a < range.begin + range.count; ++a) {
        if (equals_ignoring_case(tree_.view(tree_.attributes[a].name), query.attribute)) {
          place.attribute = a;
          break;
        }
      }
      if (place.attribute == UINT32_MAX) continue;
    } else if (query.text > 0) {
      const std::vector<std::uint32_t> texts = own_texts(i);
      if (texts.size() < query.text) continue;
      place.text = texts[query.text - 1];
    } else if (query.text_behind > 0) {
      const std::uint32_t parent = tree_.parents[i];
      std::uint32_t behind = 0;
      for (const std::uint32_t text : own_texts(parent)) {
        if (tree_.texts[text].before < i + tree_.sizes[i]) continue;
        if (++behind == query.text_behind) place.text = text;
      }
      if (place.text == UINT32_MAX || i == 0) continue;
      place.element = parent;
    }
    places.push_back(place);
  }
  return places;
}

std::string QueriedTree::value(const NodePlace& place) const {
  if (place.text != UINT32_MAX) return features::readable_text(text_value(place.text));
  if (place.attribute != UINT32_MAX) {
    std::string buffer;
    return features::readable_text(
        html::decode_references(tree_.view(tree_.attributes[place.attribute].value), true, buffer));
  }
  return features::readable_text(text_of(place.element));
}

}  // namespace pagekin::wrapper
