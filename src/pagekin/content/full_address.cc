#include "pagekin/content/full_address.h"

namespace pagekin::content {

std::string in_full(std::string_view value, Source source, const std::optional<url::Url>& base) {
  if (is_address(source) && base && !url::parse(value)) {
    if (const std::optional<url::Url> full = url::parse(value, &*base)) return full->href();
  }
  return std::string(value);
}

}  // namespace pagekin::content
