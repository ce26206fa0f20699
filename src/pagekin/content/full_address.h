// Addresses as values.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pagekin/content/source.h"
#include "pagekin/url/url.h"

namespace pagekin::content {

// A value; that of an attribute with an address in full. One that is full already, or that cannot
// be resolved, stays as the page spells it.
std::string in_full(std::string_view value, Source source, const std::optional<url::Url>& base);

}  // namespace pagekin::content
