// Names of marks, for people.
//
// Marks are hashes; a page that has one shows what it stands for. Names look like CSS
// selectors, so that they can be tried in a browser:
//
//   main > h1 > span                a tag path, shortened from the left
//   main span.kind-property         a class; of the elements around it the nearest that says
//                                   where on the page it is (main, nav, header, footer, aside,
//                                   article, form) goes in front
//   table#memberList                an id
//   link[rel=prev]                  an attribute
//   th "Modifier and Type"          a text
//   body.ns-14                      a class near the root that is kept with its digits, too
//   declared: JSON-LD Recipe        a type that the page declares (see declarations.h)
//   address: "fn" in the last segment
//
// A 0 stands for any number, as it does in most marks. Two marks may have the same name: what
// is left out of a path may differ.
//
// Cost: that of marks(), and of the names that are wanted.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "pagekin/core/page.h"
#include "pagekin/dom/tree.h"
#include "pagekin/features/named_mark.h"

namespace pagekin::features {

// The name of an attribute whose values are marks of the kind kAttribute, and its number in these
// (the seed of their hashes). The name is empty for any other attribute.
struct MarkedAttribute {
  std::string_view name;
  std::uint64_t number = 0;
};
MarkedAttribute marked_attribute(dom::AttributeName known);

// Whether a mark needs a name; null: all do.
using WantsName = std::function<bool(std::uint64_t mark)>;

// Returns the names of marks(tree) by ascending mark, each once, without the limit on their
// number. The tree must have been built as for marks().
std::vector<NamedMark> named_marks(const dom::Tree& tree, const WantsName& wants = nullptr);

// Returns the names of both `marks` and `url_marks` of features::extract(page).
std::vector<NamedMark> named_marks(const Page& page, const WantsName& wants = nullptr);

}  // namespace pagekin::features
