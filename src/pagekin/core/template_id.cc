#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

#include "pagekin/template.h"

namespace pagekin {

TemplateId TemplateId::from_text(std::string_view text) {
  std::uint32_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  const bool is_number =
      !text.empty() && text.front() != '0' && stop == end && error == std::errc();
  return is_number ? TemplateId(number) : named(std::string(text));
}

}  // namespace pagekin
