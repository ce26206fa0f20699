// The address at which a crawler fetches a page, and the key by which it recognises the page.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/url/url.h"

namespace pagekin::crawl {

struct CleanRules {
  // Names of parameters that are dropped, in any case; a '*' at the end stands for any text. Add
  // "utm_*" to drop parameters that track visitors.
  std::vector<std::string> dropped = {"phpsessid", "jsessionid",    "cfid",
                                      "cftoken",   "aspsessionid*", "sid"};
  bool sort_parameters = false;  // in the key, so that their order does not distinguish pages
};

struct CleanAddress {
  url::Url url;     // what to fetch
  std::string key;  // equal for addresses of one page; itself a clean address with this key
};

// Nothing if the text, relative to `base`, is not an http or https URL.
std::optional<CleanAddress> clean_address(std::string_view text, const url::Url* base = nullptr,
                                          const CleanRules& rules = {});

}  // namespace pagekin::crawl
