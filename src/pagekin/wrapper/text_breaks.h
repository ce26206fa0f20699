// Whether a reader sees white space between two texts of a page that follow each other.
//
// There is some if the source has white space between them, or if a line ends there: at <br>, and
// where an element begins or ends that is not a part of a line, such as a paragraph or a cell.
//
// Cost: linear in the elements and, for texts of one line, in the bytes between the texts.
#pragma once

#include "pagekin/dom/tree.h"

namespace pagekin::wrapper {

// Whether the element stands inside a line: letters before and after it may make one word. Unknown
// elements do, as in browsers.
bool is_within_line(html::TagId tag);

// `before` and `after` are texts of the tree that are not blank, with no such text between them.
bool is_space_between(const dom::Tree& tree, const dom::TextLeaf& before,
                      const dom::TextLeaf& after);

}  // namespace pagekin::wrapper
