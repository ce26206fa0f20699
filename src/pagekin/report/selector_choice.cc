#include "pagekin/report/selector_choice.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>

#include <fmt/format.h>

#include "pagekin/wrapper/css_selector.h"

namespace pagekin::report {
namespace {

constexpr std::string_view kNowhere = "its values are in JSON-LD or not on these pages";
constexpr std::string_view kNoCss = "CSS cannot say where it is";
constexpr std::string_view kNotDivided =
    "its values are in one text, which this tool cannot divide";
constexpr std::string_view kNoRows = "no selector gives its rows";
constexpr std::string_view kSiblings = "a row is several elements side by side";
constexpr std::string_view kNoCell = "no selector gives it in the rows";

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view(".^$*+?{}[]\\|()/").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}
std::string regex_between(const std::string& before, const std::string& after) {
  return (before.empty() ? "^" : escaped(before)) + "\\s*(.*?)\\s*" +
         (after.empty() ? "$" : escaped(after));
}

}  // namespace

std::string regex_of(const rows::Cut& cut) {
  const auto optional = [](const std::string& text) {
    return text.empty() ? "" : "(?:" + escaped(text) + ")?";
  };
  switch (cut.kind) {
    case rows::Cut::Kind::kNot:
      return {};
    case rows::Cut::Kind::kTrim:
      return "^" + optional(cut.before) + "\\s*(.*?)\\s*" + optional(cut.after) + "$";
    case rows::Cut::Kind::kBetween:
      return regex_between(cut.before, cut.after);
  }
  return {};
}

std::string regex_of(const wrapper::TextPart& part) {
  using wrapper::TextPart;
  // A text without a colon has no part before or behind one.
  const bool needs_colon = part.before == ": ";
  switch (part.kind) {
    case TextPart::Kind::kWhole:
      return {};
    case TextPart::Kind::kPattern: {
      std::string regex = (part.before.empty() ? "^" : escaped(part.before)) + "\\s*(";
      for (const char c : part.after) {
        if (c == '9') {
          regex += "[0-9]+(?:[.,][0-9]+)*";
        } else {
          regex += c == 'a' ? "[^\\W\\d_]+" : escaped(std::string_view(&c, 1));
        }
      }
      return regex + ")";
    }
    case TextPart::Kind::kBetween:
      return regex_between(part.before, part.after);
    case TextPart::Kind::kField: {
      std::string regex = "^";
      for (std::uint32_t i = 0; i < part.field; ++i) regex += "(?:.*?)" + escaped(part.before);
      const bool is_first = part.field == 0 && needs_colon;
      return regex + "\\s*(.*?)\\s*" +
             (is_first ? escaped(part.before) : "(?:" + escaped(part.before) + "|$)");
    }
    case TextPart::Kind::kFieldLast: {
      const std::string field = "(?:(?!" + escaped(part.before) + ").)*";
      const bool is_last = part.field == 0 && needs_colon;
      std::string regex = (is_last ? escaped(part.before) : "") + "(" + field + ")";
      for (std::uint32_t i = 0; i < part.field; ++i) regex += escaped(part.before) + field;
      return regex + "$";
    }
  }
  return {};
}

std::string regex_of(const std::vector<std::string>& separators) {
  std::vector<std::string> ranked = separators;
  std::ranges::stable_sort(ranked, std::ranges::greater(), &std::string::size);
  std::string regex;
  for (const std::string& separator : ranked) {
    regex += (regex.empty() ? "" : "|") + escaped(separator);
  }
  return regex;
}

const SuggestedSelector* best_css(const std::vector<SuggestedSelector>& selectors) {
  const SuggestedSelector* best = nullptr;
  for (const SuggestedSelector& selector : selectors) {
    if (!wrapper::to_css(selector.query)) continue;
    if (selector.extra == 0) return &selector;
    if (best == nullptr) best = &selector;
  }
  return best;
}

const SuggestedSelector* best_css(const CellSelectors& cell) {
  const SuggestedSelector* best = nullptr;
  for (const SuggestedSelector& selector : cell.selectors) {
    if (!wrapper::to_css_below(selector.query) || selector.several > 0) continue;
    if (selector.extra == 0) return &selector;
    if (best == nullptr) best = &selector;
  }
  return best;
}

std::vector<SuggestedSelector> in_turn(const std::vector<SuggestedSelector>& selectors) {
  std::vector<SuggestedSelector> chosen;
  std::ranges::copy_if(selectors, std::back_inserter(chosen),
                       [](const SuggestedSelector& selector) { return selector.extra == 0; });
  if (chosen.empty()) chosen.push_back(selectors.front());
  return chosen;
}

std::string_view why_without(const RecordSelectors& record) {
  if (!record.has_one_element) return kSiblings;
  return record.selectors.empty() ? kNoRows : "";
}
std::string_view why_without(const CellSelectors& cell) {
  return cell.selectors.empty() ? kNoCell : "";
}
std::string_view why_without(const FieldSelectors& field) {
  return field.selectors.empty() ? kNowhere : "";
}

std::string rate(const SuggestedSelector& selector) {
  return fmt::format("{} of {}", selector.hits, selector.hits + selector.misses);
}

std::string extra(const SuggestedSelector& selector) {
  return selector.extra == 0 ? "" : fmt::format(", {} where there is none", selector.extra);
}

std::vector<LeftOut> left_out(const TemplateSelectors& found, bool is_css) {
  std::vector<LeftOut> left;
  for (const FieldSelectors& field : found.fields) {
    if (field.selectors.empty()) {
      left.push_back({field.field, kNowhere});
    } else if (is_css && !field.separators.empty()) {
      left.push_back({field.field, kNotDivided});
    } else if (is_css && best_css(field.selectors) == nullptr) {
      left.push_back({field.field, kNoCss});
    }
  }
  for (const RecordSelectors& record : found.records) {
    if (const std::string_view why = why_without(record); !why.empty()) {
      left.push_back({record.record, why});
    } else if (is_css && best_css(record.selectors) == nullptr) {
      left.push_back({record.record, kNoCss});
    } else {
      for (const CellSelectors& cell : record.cells) {
        const std::string name = record.record + "." + cell.cell;
        if (cell.selectors.empty()) {
          left.push_back({name, kNoCell});
        } else if (is_css && best_css(cell) == nullptr) {
          left.push_back({name, kNoCss});
        }
      }
    }
  }
  return left;
}

}  // namespace pagekin::report
