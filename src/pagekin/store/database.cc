#include "pagekin/store/database.h"

#include <algorithm>

#include "pagekin/core/text.h"

namespace pagekin::store {

std::string_view text_for_database(std::string_view text, std::string& buffer) {
  const auto is_plain = [](char c) { return static_cast<unsigned char>(c - 1) < 0x7F; };
  if (std::all_of(text.begin(), text.end(), is_plain)) return text;
  buffer = to_valid_utf8(text);
  for (std::size_t at = buffer.find('\0'); at != std::string::npos; at = buffer.find('\0', at)) {
    buffer.replace(at, 1, "\xEF\xBF\xBD");
  }
  return buffer == text ? text : std::string_view(buffer);
}

}  // namespace pagekin::store
