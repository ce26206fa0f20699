// What a page says about itself: its declarations.
//
//   class or id with digits   of html, body or a child of body (also of a custom tag), as it is:
//                             "ns-14". Its place is the element's path and the name without its
//                             numbers ("ns-0")
//   type in meta              the content of every meta whose name or property ends with "type":
//                             og:type, DC.type, page-type
//   type in JSON-LD           every "@type" of a script of type application/ld+json
//   itemtype                  the last part of the address, of an element that is not a property
//                             of another item
//
// Each is a mark of the kind kDeclared (see marks.h). Numbers are content in most places, but near
// the root they may name a kind of page, as the namespaces of a wiki do. Where they do, values
// recur; where they do not, each page has a new one. So a numbered name has a place of its own, at
// which its values compete with each other alone.
//
// Cost: time O(attributes of the elements in question); of JSON-LD the first 64 KB of each script
// are searched, not parsed.
// Limits: values of up to 40 bytes; 16 types of one script.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "pagekin/dom/tree.h"

namespace pagekin::features {

enum class DeclarationKind : std::uint8_t { kClass = 1, kId, kMeta, kJsonLd, kItemtype };

struct Declaration {
  DeclarationKind kind = {};
  std::string_view value;
  std::uint64_t mark = 0;
};

// The views are valid during the call only.
using VisitDeclaration = std::function<void(const Declaration&)>;

// Visits the declarations of an element. `path`: see path_hash.h.
void visit_declarations(const dom::Tree& tree, std::uint32_t element, std::uint64_t path,
                        const VisitDeclaration& visit);

// Visits those of a text, which has some only in a script of JSON-LD.
void visit_declarations(const dom::Tree& tree, const dom::TextLeaf& leaf,
                        const VisitDeclaration& visit);

}  // namespace pagekin::features
