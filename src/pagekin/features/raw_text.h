// Texts of a tree in which character references are plain text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

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

// Calls visit(run) for each run of adjacent bytes of a text, while it returns true. Returns whether
// it always did.
template <class Visit>
bool visit_runs(const dom::Tree& tree, const dom::TextLeaf& leaf, const Visit& visit) {
  const auto spans = std::span(tree.text_spans).subspan(leaf.first_span, leaf.span_count);
  for (std::size_t i = 0; i < spans.size();) {
    dom::Span run = spans[i++];
    while (i < spans.size() && spans[i].begin == run.begin + run.size) run.size += spans[i++].size;
    if (!visit(run)) return false;
  }
  return true;
}

}  // namespace pagekin::features
