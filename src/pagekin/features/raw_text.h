// Texts of a tree in which character references are plain text.
#pragma once

#include <cstdint>

#include "pagekin/dom/tree.h"
#include "pagekin/html/tag_set.h"

namespace pagekin::features {

// Whether an HTML element of this name contains only raw text.
constexpr bool has_raw_text(html::TagId tag) {
  constexpr html::TagSet tags{html::kTagScript,   html::kTagStyle,   html::kTagXmp,
                              html::kTagIframe,   html::kTagNoembed, html::kTagNoframes,
                              html::kTagPlaintext};
  return tags.has(tag);
}

// Whether character references are plain text inside the element.
inline bool is_raw_text(const dom::Tree& tree, std::uint32_t element) {
  return tree.namespaces[element] == dom::Namespace::kHtml && has_raw_text(tree.tags[element]);
}

// Whether the bytes are the content of a CDATA section. Only foreign elements have these,
// and nothing else can follow its opening there.
inline bool is_cdata(const dom::Tree& tree, std::uint32_t element, dom::Span span) {
  return tree.namespaces[element] != dom::Namespace::kHtml &&
         tree.source.substr(0, span.begin).ends_with("<![CDATA[");
}

}  // namespace pagekin::features
