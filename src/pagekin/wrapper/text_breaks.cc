#include "pagekin/wrapper/text_breaks.h"

#include <string_view>

#include "pagekin/html/tag_set.h"

namespace pagekin::wrapper {
namespace {

// Whether white space stands between tags in these bytes.
bool has_blank_between_tags(std::string_view bytes) {
  constexpr std::string_view blanks = " \t\r\n\f";
  bool in_tag = false;
  for (const char c : bytes) {
    if (c == '<') in_tag = true;
    if (!in_tag && blanks.find(c) != blanks.npos) return true;
    if (c == '>') in_tag = false;
  }
  return false;
}

}  // namespace

bool is_within_line(html::TagId tag) {
  constexpr html::TagSet tags =
      html::kFormats |
      html::TagSet{html::kTagA,    html::kTagAcronym, html::kTagBdi,  html::kTagBdo,
                   html::kTagCite, html::kTagCode,    html::kTagData, html::kTagDfn,
                   html::kTagImg,  html::kTagKbd,     html::kTagNobr, html::kTagLabel,
                   html::kTagQ,    html::kTagRuby,    html::kTagSamp, html::kTagScript,
                   html::kTagSpan, html::kTagStyle,   html::kTagTime, html::kTagVar};
  return tags.has(tag) || (tag & html::kUnknownTagBit) != 0;
}

bool is_space_between(const dom::Tree& tree, const dom::TextLeaf& before,
                      const dom::TextLeaf& after) {
  // Elements that begin between the texts, then those that end there.
  for (std::uint32_t i = before.before; i < after.before; ++i) {
    if (!is_within_line(tree.tags[i])) return true;
  }
  std::uint32_t ends = before.parent;
  std::uint32_t stays = after.parent;
  while (ends != stays) {
    if (ends > stays) {
      if (!is_within_line(tree.tags[ends])) return true;
      ends = tree.parents[ends];
    } else {
      stays = tree.parents[stays];
    }
  }
  const dom::Span last = tree.text_spans[before.first_span + before.span_count - 1];
  const dom::Span first = tree.text_spans[after.first_span];
  const std::size_t end = std::size_t{last.begin} + last.size;
  return first.begin > end && has_blank_between_tags(tree.source.substr(end, first.begin - end));
}

}  // namespace pagekin::wrapper
