// What the address of a page says of its template, and which site the page is from.
//
// Only the path and the query of an address scheme://host/path?query#fragment count. An id of
// another form is all path. In these every run of ASCII digits is one '0'. There are marks
// (see marks.h), all of kind kUrl, for
//
//   the number of segments of the path, which lie between slashes; "/a/" has two
//   the words of each segment, which lie between - _ . , ; + ~ !
//   the shape of each segment: runs of letters as 'a', of digits as '0', other bytes as
//     they are, and no more than 20 of these; bytes beyond ASCII are letters
//   the extension of the last segment, empty where it has none
//   the name of each parameter of the query, and its value if that has at most 20 bytes
//
// The place of a word or a shape is its segment, numbered from the start but for the last
// one, which is "last" whatever its number; that of a parameter's value is its name.
//
//   /blog/2019/cool-stuff.html?page=2
//     3 segments;  blog, a at 0;  0, 0 at 1;  cool, stuff, html, a-a.a at last;
//     extension html;  parameter page;  0 at page
//
// The address is split as it is written, not by url::parse(): that would encode, decode or drop
// bytes, but the marks are part of stored formats, and an id may be any bytes.
//
// Cost: linear in the id.
// Limits: 64 segments (the first 63 and the last), 64 words of each, 64 parameters; what
// is beyond does not count. Nothing is percent-decoded.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/features/named_mark.h"

namespace pagekin::features {

// Returns the host in lower case, with its port unless it is the default of the scheme;
// empty for an id that is not an address or has no host.
std::string site_name(std::string_view page_id);

// Returns the hash of site_name(); 0 if it is empty.
std::uint64_t site_of(std::string_view page_id);

// Returns the marks of an id, which may be any bytes, as a sorted set.
std::vector<std::uint64_t> url_shape(std::string_view page_id);

// Returns the same marks with their names, see mark_names.h.
std::vector<NamedMark> named_url_shape(std::string_view page_id);

}  // namespace pagekin::features
