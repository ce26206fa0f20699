#include "pagekin/features/text_tags.h"

#include <string_view>

namespace pagekin::features {
namespace {

constexpr std::string_view kTextTags[] = {
    "a",        "abbr",       "acronym", "address",  "area",  "aside",   "b",        "base",
    "basefont", "bdi",        "bdo",     "big",      "br",    "caption", "cite",     "col",
    "colgroup", "dd",         "del",     "dfn",      "dir",   "dt",      "em",       "embed",
    "font",     "figcaption", "h1",      "h2",       "h3",    "h4",      "h5",       "h6",
    "head",     "hr",         "i",       "img",      "ins",   "kbd",     "keygen",   "legend",
    "li",       "link",       "mark",    "menuitem", "meta",  "meter",   "noframes", "noscript",
    "optgroup", "option",     "output",  "p",        "param", "pre",     "q",        "rp",
    "rt",       "s",          "samp",    "script",   "small", "source",  "span",     "strike",
    "strong",   "style",      "sub",     "summary",  "sup",   "td",      "tfoot",    "th",
    "thead",    "time",       "title",   "tr",       "track", "tt",      "u",        "var",
    "wbr"};

}  // namespace

const KnownTagSet& text_tags() {
  static const KnownTagSet set = [] {
    KnownTagSet made;
    for (const std::string_view name : kTextTags) made.set(html::tag_id(name));
    return made;
  }();
  return set;
}

}  // namespace pagekin::features
