#include "pagekin/report/svg.h"

#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "pagekin/core/text.h"

namespace pagekin::report {

std::string xml_escaped(std::string_view text) {
  constexpr std::string_view replacement = "\xef\xbf\xbd";
  std::string escaped;
  escaped.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (text.substr(i).starts_with("\xef\xbf\xbe") || text.substr(i).starts_with("\xef\xbf\xbf")) {
      escaped += replacement;
      i += 2;
      continue;
    }
    if (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n') {
      escaped += replacement;
    } else {
      append_markup(text.substr(i, 1), escaped);
    }
  }
  return escaped;
}

std::string svg_number(double value) {
  const auto hundredths = static_cast<std::int64_t>(std::llround(value * 100));
  std::string text = fmt::format("{:.2f}", static_cast<double>(hundredths) / 100);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

}  // namespace pagekin::report
