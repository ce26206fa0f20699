#include "pagekin/wrapper/css_selector.h"

#include <algorithm>
#include <utility>

#include "pagekin/core/text.h"
#include "pagekin/html/decode_parts.h"
#include "pagekin/wrapper/query_source.h"

namespace pagekin::wrapper {
namespace {

using Axis = NodeQuery::Axis;
using Step = NodeQuery::Step;
using Test = NodeQuery::Test;

int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  const char lower = to_lower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// What stands behind a backslash: a character, or the number of one and a blank that ends it.
void take_escaped(QuerySource& source, std::string& text) {
  constexpr int most_digits = 6;
  if (source.at_end()) source.fail("a character is missing after '\\'");
  if (hex_digit(source.peek()) < 0) {
    text += source.next();
    return;
  }
  char32_t number = 0;
  for (int i = 0; i < most_digits && hex_digit(source.peek()) >= 0; ++i) {
    number = number * 16 + static_cast<char32_t>(hex_digit(source.next()));
  }
  if (source.peek() == ' ') source.next();
  const bool is_character =
      number != 0 && number < 0x110000 && (number < 0xD800 || number > 0xDFFF);
  html::append_utf8(text, is_character ? number : html::kReplacementCharacter);
}

bool begins_name(const QuerySource& source) {
  return QuerySource::is_name_byte(source.peek()) || source.peek() == '\\';
}

std::string take_css_name(QuerySource& source) {
  std::string name;
  while (begins_name(source)) {
    const char c = source.next();
    if (c == '\\') {
      take_escaped(source, name);
    } else {
      name += c;
    }
  }
  if (name.empty()) source.fail("a name is missing");
  return name;
}

// The text that begins with this quote.
std::string take_css_quoted(QuerySource& source) {
  const char quote = source.next();
  std::string text;
  while (source.peek() != quote) {
    if (source.at_end()) source.fail("a quote is not closed");
    const char c = source.next();
    if (c == '\\') {
      take_escaped(source, text);
    } else {
      text += c;
    }
  }
  source.next();
  return text;
}

std::string escaped_by_number(char c) {
  constexpr std::string_view digits = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  return {'\\', digits[byte >> 4], digits[byte & 15], ' '};
}

std::string css_name(std::string_view name) {
  std::string escaped;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (is_digit(c) && (i == 0 || (i == 1 && name[0] == '-'))) {
      escaped += escaped_by_number(c);
    } else if (QuerySource::is_name_byte(c) && name != "-") {
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
    const bool is_control = static_cast<unsigned char>(c) < ' ';
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += is_control ? escaped_by_number(c) : std::string(1, c);
  }
  return quoted + "\"";
}

bool is_css_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return static_cast<unsigned char>(c) > ' ' && c != '\x7f';
  });
}

}  // namespace

NodeQuery parse_css(std::string_view selector) {
  QuerySource source(selector, "CSS selector");
  NodeQuery query;
  Axis axis = Axis::kDescendant;
  while (!source.at_end()) {
    if (query.steps.size() > kMaxQuerySteps) source.fail("it has too many steps");
    Step step;
    step.axis = axis;
    bool has_any = false;
    if (source.take("*")) {
      has_any = true;
    } else if (begins_name(source)) {
      step.tag = lower_case(take_css_name(source));
      has_any = true;
    }
    for (;; has_any = true) {
      if (source.take("#")) {
        step.tests.push_back(
            {.kind = Test::Kind::kAttribute, .name = "id", .value = take_css_name(source)});
      } else if (source.take(".")) {
        step.tests.push_back(
            {.kind = Test::Kind::kClass, .name = {}, .value = take_css_name(source)});
      } else if (source.take("[")) {
        Test test{.kind = Test::Kind::kHasAttribute,
                  .name = lower_case(take_css_name(source)),
                  .value = {}};
        const bool is_part = source.take("*");
        if (is_part) source.need("=");
        if (is_part || source.take("=")) {
          test.kind = is_part ? Test::Kind::kInAttribute : Test::Kind::kAttribute;
          const bool is_quoted = source.peek() == '"' || source.peek() == '\'';
          test.value = is_quoted ? take_css_quoted(source) : take_css_name(source);
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
      if (source.at_end()) source.fail("an element is missing after '>'");
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
        case Test::Kind::kInAttribute:
          has_narrowed = true;
          text += "[" + css_name(test.name) + "*=" + css_quoted(test.value) + "]";
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

}  // namespace pagekin::wrapper
