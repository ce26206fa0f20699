// The canonical spelling of an address.
#pragma once

#include <string>

#include "pagekin/url/url.h"

namespace pagekin::url {

// Addresses that differ only in spelling get the same text. It is a key for comparing and
// storing, a valid URL, and its own canonical form. To fetch a page, use the URL as it was found.
//
// The parts of the query are sorted, because their order seldom matters. With kKept they stay in
// their order, and addresses that differ in it stay different.
enum class QueryOrder { kSorted, kKept };
std::string canonical(const Url& url, QueryOrder order = QueryOrder::kSorted);

}  // namespace pagekin::url
