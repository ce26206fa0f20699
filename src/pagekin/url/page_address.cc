#include "pagekin/url/page_address.h"

namespace pagekin::url {

std::optional<Url> path_address(std::string_view path) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string text(kPathBase);
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > 0x20 && c != '%' && c != '?' && c != '#' && c != '\\') {
      text += c;
    } else {
      ((text += '%') += digits[byte >> 4]) += digits[byte & 15];
    }
  }
  return parse(text);
}

}  // namespace pagekin::url
