// Reads the addresses that a site lists in sitemaps and feeds.
//
//   <urlset>         loc of each url
//   <sitemapindex>   loc of each sitemap: addresses of further sitemaps; where loc is
//                    missing, the text of the entry itself
//   <rss>, <RDF>     link of each item, else its guid if that is an address
//   <feed>           Atom: the first link of each entry that is the page itself
//   plain text       one address a line
//
// Namespaces are ignored, because many sites get them wrong. Elements count only at their proper
// place, so that image:loc and video:player_loc are not taken for pages.
//
// Nothing outside the bytes is read: no entity, no DTD and no inclusion is resolved. A file that
// declares entities of its own is refused.
//
// Source: the protocol at sitemaps.org; RSS 2.0 and 1.0; RFC 4287 (Atom).
// Cost: linear in the decompressed bytes; memory at most twice these bytes.
// Limits: 50 MB uncompressed, as in the protocol. The protocol allows 50,000 addresses a file; up
// to a million are read, and a note says that there are too many.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pagekin::sitemap {

enum class Kind : std::uint8_t { kUrls, kIndex, kFeed, kText };

// A part of a file that was left out, and why.
struct Note {
  std::size_t line = 0;  // from 1; 0: the file as a whole
  std::string what;
  bool is_damage = false;  // what follows in the file is lost
};

struct Sitemap {
  Kind kind = Kind::kUrls;
  std::vector<std::string> addresses;  // http and https, as a browser would write them
  std::vector<Note> notes;
};

struct Limits {
  std::size_t max_bytes = std::size_t{50} * 1024 * 1024;  // uncompressed
  std::size_t max_addresses = 1'000'000;
};

// Reads a whole file, plain or compressed (gzip, zstd; recognised by its first bytes). Addresses
// before a fault are kept, and the fault is noted. Throws Error, with what was expected and what
// was found, if the bytes are not a sitemap or end before the first address.
Sitemap read_sitemap(std::string_view bytes, const Limits& limits = {});

}  // namespace pagekin::sitemap
