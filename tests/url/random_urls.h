// Seeded texts that are URLs, nearly URLs, or references relative to one.
#pragma once

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

#include "pagekin/core/random.h"

namespace pagekin::test {

inline std::string random_url(Random& random) {
  constexpr std::string_view starts[] = {"http://h",
                                         "https://H.Example",
                                         "http:",
                                         "//h",
                                         "/",
                                         "",
                                         "file:///",
                                         "file:",
                                         "sc://h",
                                         "sc:",
                                         "mailto:a",
                                         "ftp://h",
                                         "http://u:p@h",
                                         "http:\\\\h",
                                         "data:",
                                         "http://[::1]",
                                         "http://1.2",
                                         "file://C|",
                                         "file:///C:",
                                         "non-special:/",
                                         "http://0x7f.1.."};
  constexpr std::string_view pieces[] = {"/",
                                         "//",
                                         "\\",
                                         ".",
                                         "..",
                                         "/./",
                                         "/../",
                                         "%2e",
                                         "%2E%2e",
                                         "?",
                                         "#",
                                         "&",
                                         "=",
                                         "a",
                                         "b=1",
                                         "B",
                                         "%41",
                                         "%zz",
                                         "%",
                                         "%25",
                                         "%2f",
                                         "%C3%A9",
                                         " ",
                                         "\t",
                                         "@",
                                         ":",
                                         ":80",
                                         ":8",
                                         "C:",
                                         "C|",
                                         "C%3A",
                                         "[",
                                         "]",
                                         "|",
                                         "^",
                                         "\"",
                                         "'",
                                         "<",
                                         "`",
                                         "{",
                                         "~",
                                         "%7E",
                                         "\xC3\xA9",
                                         "\x01",
                                         "\x7F",
                                         ";",
                                         "+",
                                         "%20",
                                         "..%2f",
                                         "localhost",
                                         "&&",
                                         "=&",
                                         "a=",
                                         "1.",
                                         "0x1",
                                         "xn--",
                                         "\xE2\x80\x8B",
                                         "\xEF\xBC\x8E",
                                         "%00",
                                         "x",
                                         "\xFF"};
  std::string text(starts[random.below(static_cast<std::uint32_t>(std::size(starts)))]);
  for (std::uint32_t left = random.below(10); left > 0; --left) {
    text += pieces[random.below(static_cast<std::uint32_t>(std::size(pieces)))];
  }
  return text;
}

}  // namespace pagekin::test
