// Rows inside rows: an answer stands inside the comment that it answers, but both are comments.
//
// An element that has the tag, a class name and half of the kinds of children of an ancestor at
// most 4 steps above it is moved behind that ancestor. If the ancestor was moved itself, it goes
// behind the outermost one, after those that were moved there before: rows stay in the order of the
// page.
//
// A list that stands directly in a list, with no item around it, is a level that the page skips:
// its items come before it, as items of the outer list.
//
// Cost: time linear in the elements times 4.
#pragma once

#include "pagekin/rows/row_page.h"

namespace pagekin::rows {

void move_nested(RowPage& page);

}  // namespace pagekin::rows
