// Base64 (RFC 4648).
#pragma once

#include <string>
#include <string_view>

namespace pagekin::codec {

// Decodes `text` into `out` (replaced). Takes both alphabets ('+' and '/', or '-' and '_'),
// ignores white space, and does not ask for padding. Returns false for any other character, for
// characters behind the padding, and for a last group of a single character; `out` then holds
// what came before. Cost: linear.
bool decode_base64(std::string_view text, std::string& out);

// With '+' and '/', padded, in one line. Cost: linear.
std::string encode_base64(std::string_view bytes);

}  // namespace pagekin::codec
