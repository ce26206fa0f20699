// A line that is nearly JSON, as careless programs write it, made readable.
#pragma once

#include <string>
#include <string_view>

namespace pagekin::input {

// Replaces each sequence of bytes that is not UTF-8, and each escaped surrogate that has no
// partner, with U+FFFD. In texts, control characters are escaped, and a backslash that begins no
// escape is one. Elsewhere, what is neither true, false, null nor a number of usual size, such as
// NaN, becomes null, and control characters become blanks. All other bytes stay as they are.
// Linear time.
void mend_json_text(std::string_view text, std::string& out);

}  // namespace pagekin::input
