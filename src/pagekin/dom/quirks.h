// Whether a doctype puts a page into quirks mode, in which a table may stand in a <p>.
#pragma once

#include <string_view>

namespace pagekin::dom {

// `doctype` is the bytes after "<!doctype" and before the '>'. `is_finished` is false if the page
// ends before the '>'; this is quirks mode in any case.
bool is_quirky_doctype(std::string_view doctype, bool is_finished);

}  // namespace pagekin::dom
