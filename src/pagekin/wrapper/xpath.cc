#include "pagekin/wrapper/xpath.h"

#include <utility>

#include "pagekin/core/text.h"
#include "pagekin/wrapper/query_source.h"

namespace pagekin::wrapper {
namespace {

using Axis = NodeQuery::Axis;
using Step = NodeQuery::Step;
using Test = NodeQuery::Test;

constexpr std::string_view kClassTest = "contains(concat(' ', normalize-space(@class), ' '), ";
constexpr std::string_view kSiblingsBefore = "count(preceding-sibling::*)=";

std::string take_name(QuerySource& source) {
  std::string name;
  while (QuerySource::is_name_byte(source.peek()) ||
         (source.peek() == ':' && !source.rest().starts_with("::"))) {
    name += source.next();
  }
  if (name.empty()) source.fail("a name is missing");
  return lower_case(name);
}

std::string take_quoted(QuerySource& source) {
  const char quote = source.peek();
  if (quote != '"' && quote != '\'') source.fail("a text in quotes is missing");
  source.next();
  std::string text;
  while (source.peek() != quote) {
    if (source.at_end()) source.fail("a quote is not closed");
    text += source.next();
  }
  source.next();
  return text;
}

// A text in quotes, or several in concat().
std::string take_text(QuerySource& source) {
  if (!source.take("concat(")) return take_quoted(source);
  std::string text;
  do {
    source.skip_blanks();
    text += take_quoted(source);
    source.skip_blanks();
  } while (source.take(","));
  source.need(")");
  return text;
}

// What stands in brackets. Nothing is tested by normalize-space() alone: texts are never blank.
std::vector<Test> take_tests(QuerySource& source) {
  source.skip_blanks();
  Test test;
  if (source.take("@")) {
    test.kind = Test::Kind::kHasAttribute;
    test.name = take_name(source);
    source.skip_blanks();
    if (source.take("=")) {
      source.skip_blanks();
      test.kind = Test::Kind::kAttribute;
      test.value = take_text(source);
    }
  } else if (source.take("normalize-space()") || source.take("normalize-space(.)")) {
    source.skip_blanks();
    if (!source.take("=")) return {};
    source.skip_blanks();
    test.kind = Test::Kind::kText;
    test.value = take_text(source);
  } else if (source.take(kClassTest)) {
    test.kind = Test::Kind::kClass;
    test.value = trim(take_text(source), " ");
    source.need(")");
  } else if (source.take("contains(@")) {
    test.kind = Test::Kind::kInAttribute;
    test.name = take_name(source);
    source.skip_blanks();
    source.need(",");
    source.skip_blanks();
    test.value = take_text(source);
    source.skip_blanks();
    source.need(")");
  } else if (source.take(kSiblingsBefore)) {
    test.kind = Test::Kind::kNthChild;
    test.number = source.number(0) + 1;
  } else {
    if (!is_digit(source.peek())) {
      source.fail(
          "in brackets a number, @name, @name='value', contains(@name, 'part') and "
          "normalize-space()='text' are known");
    }
    test.kind = Test::Kind::kNthOfType;
    test.number = source.number();
  }
  source.skip_blanks();
  return {std::move(test)};
}

// Reads the tests of text() as the number of a text.
std::uint32_t take_text_number(QuerySource& source) {
  std::uint32_t number = 1;
  while (source.take("[")) {
    for (const Test& test : take_tests(source)) {
      if (test.kind != Test::Kind::kNthOfType) source.fail("text() can only have a number");
      number = test.number;
    }
    source.need("]");
  }
  return number;
}

// XPath 1.0 has no escapes: a text with both kinds of quotes is put together of several.
std::string xpath_quoted(std::string_view text) {
  if (text.find('\'') == std::string_view::npos) return "'" + std::string(text) + "'";
  if (text.find('"') == std::string_view::npos) return "\"" + std::string(text) + "\"";
  std::string parts = "concat(";
  while (!text.empty()) {
    const char quote = text.front() == '\'' ? '"' : '\'';
    const std::string_view part = text.substr(0, text.find(quote));
    parts += parts.back() == '(' ? "" : ", ";
    parts += quote + std::string(part) + quote;
    text.remove_prefix(part.size());
  }
  return parts + ")";
}

}  // namespace

NodeQuery parse_xpath(std::string_view xpath) {
  QuerySource source(xpath, "XPath");
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
      query.attribute = take_name(source);
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
    } else if (source.take("descendant::")) {
      step.axis = Axis::kDescendant;
    }
    if (source.take("text()")) {
      is_value = true;
      const bool is_behind = step.axis == Axis::kFollowingSibling;
      (is_behind ? query.text_behind : query.text) = take_text_number(source);
      continue;
    }
    if (!source.take("*")) step.tag = take_name(source);
    while (source.take("[")) {
      for (Test& test : take_tests(source)) step.tests.push_back(std::move(test));
      source.need("]");
    }
    // Elements of any name are counted as children.
    if (step.tag == "*" && step.axis != Axis::kFollowingSibling && !step.tests.empty() &&
        step.tests.front().kind == Test::Kind::kNthOfType) {
      step.tests.front().kind = Test::Kind::kNthChild;
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
          text += "[" + std::string(kSiblingsBefore) + std::to_string(test.number - 1) + "]";
          break;
        case Test::Kind::kClass:
          text += "[" + std::string(kClassTest) + xpath_quoted(" " + test.value + " ") + ")]";
          break;
        case Test::Kind::kAttribute:
          text += "[@" + test.name + "=" + xpath_quoted(test.value) + "]";
          break;
        case Test::Kind::kInAttribute:
          text += "[contains(@" + test.name + ", " + xpath_quoted(test.value) + ")]";
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
  if (!query.attribute.empty()) text += "/@" + query.attribute;
  if (query.text > 0) text += "/text()[normalize-space()][" + std::to_string(query.text) + "]";
  if (query.text_behind > 0) {
    text +=
        "/following-sibling::text()[normalize-space()][" + std::to_string(query.text_behind) + "]";
  }
  if (query.only > 0) text = "(" + text + ")[" + std::to_string(query.only) + "]";
  return text;
}

}  // namespace pagekin::wrapper
