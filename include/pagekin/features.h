// What a page consists of, as the methods and measures see it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "pagekin/export.h"
#include "pagekin/page.h"

namespace pagekin {

struct PageFeatures {
  std::vector<unsigned char> fingerprint;  // see fingerprint()
  std::string tag_hash;   // of all tags, 32 hexadecimal digits: equal for pages with equal tags
  std::string head_hash;  // of the tags of the head
  std::map<std::string, std::size_t> elements;  // by lower-case name; "" for unknown names
  std::size_t element_count = 0;
  std::size_t depth = 0;                   // levels of elements
  std::vector<std::uint64_t> class_names;  // hashes, ascending
  std::vector<std::uint64_t> marks;        // hashes, ascending: what a template may have left
  std::vector<std::string> mark_names;     // by mark, as CSS selectors
  std::string host;                        // of the page's id; empty: the id is not an address
  std::string url_shape;                   // without the host
  std::vector<std::string> limits;         // that cut the tree short, see Reason
};

// Any bytes are a page.
PAGEKIN_API PageFeatures extract_features(const Page& page, int fingerprint_length = 25);

// The page as text in UTF-8, decoded as browsers do: by a byte order mark, the charset given, what
// the page declares, else windows-1252.
PAGEKIN_API std::string page_text(const Page& page);

}  // namespace pagekin
