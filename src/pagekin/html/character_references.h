// Decodes character references: &amp; &eacute &#8212; &#x2014;
#pragma once

#include <string>
#include <string_view>

namespace pagekin::html {

// The text with its character references replaced as the HTML standard's tokenizer
// replaces them: all names of the standard, the longest one wins; in attribute values
// a name without a semicolon stays text before '=', a letter or a digit. Code points
// are written in UTF-8. Line ends and NUL are left as they are.
//
// Returns `raw` itself when nothing in it changes, else a view of `buffer`, whose
// former contents are lost. `raw` must not lie in `buffer`.
std::string_view decode_references(std::string_view raw, bool in_attribute, std::string& buffer);

}  // namespace pagekin::html
