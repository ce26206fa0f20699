// Whether a doctype puts a page into quirks mode, in which a table may stand in a <p>.
#pragma once

#include <string_view>

namespace pagekin::dom {

// The bytes after "<!doctype" and before the '>' (or the end of the page, which is
// quirks mode in any case: `is_finished` false).
bool is_quirky_doctype(std::string_view doctype, bool is_finished);

}  // namespace pagekin::dom
