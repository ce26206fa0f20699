// The one spelling under which a page is known.
#pragma once

#include <string>

#include "pagekin/url/url.h"

namespace pagekin::url {

// Addresses that differ only in spelling get the same text. It is a key for comparing
// and storing, itself a valid URL, and its own canonical form; what to fetch is the
// URL as the page gave it.
//
// The parts of the query are sorted, since their order seldom matters; with kKept they stay
// as they are, and addresses that differ in it stay two.
enum class QueryOrder { kSorted, kKept };
std::string canonical(const Url& url, QueryOrder order = QueryOrder::kSorted);

}  // namespace pagekin::url
