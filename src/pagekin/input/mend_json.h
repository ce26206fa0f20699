// A line of JSON whose characters are not all Unicode, made readable.
#pragma once

#include <string>
#include <string_view>

namespace pagekin::input {

// Replaces each sequence of bytes that is not UTF-8, and each escaped surrogate that has no
// partner, with U+FFFD. All other bytes stay as they are. Linear time.
void mend_json_text(std::string_view text, std::string& out);

}  // namespace pagekin::input
