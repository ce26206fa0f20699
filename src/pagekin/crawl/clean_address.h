// The address under which a crawler asks for a page, and the one under which it knows it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/url/url.h"

namespace pagekin::crawl {

struct CleanRules {
  // Parameters that are dropped, by name, letters in any case; a '*' at the end stands for any
  // rest. Add "utm_*" to drop what tracks visitors.
  std::vector<std::string> dropped = {"phpsessid", "jsessionid",    "cfid",
                                      "cftoken",   "aspsessionid*", "sid"};
  bool sort_parameters = false;  // in the key: then their order tells no pages apart
};

struct CleanAddress {
  url::Url url;     // what to fetch
  std::string key;  // equal for addresses of one page; itself a clean address with this key
};

// Nothing where the text, relative to `base`, is no http or https URL.
std::optional<CleanAddress> clean_address(std::string_view text, const url::Url* base = nullptr,
                                          const CleanRules& rules = {});

}  // namespace pagekin::crawl
