// Domain names of any script in the ASCII form that DNS uses.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pagekin::url {

// The URL Standard's "domain to ASCII", not strict; `domain` is valid UTF-8. The result may
// contain bytes that are not allowed in a host; nothing if the name is not valid under UTS 46.
std::optional<std::string> domain_to_ascii(std::string_view domain);

}  // namespace pagekin::url
