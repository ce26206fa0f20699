// The addresses that a site says it has: sitemaps and feeds, read from bytes.
//
//   <urlset>         loc of each url
//   <sitemapindex>   loc of each sitemap: addresses of further sitemaps; where loc is
//                    missing, the text of the entry itself
//   <rss>, <RDF>     link of each item, else its guid if that is an address
//   <feed>           Atom: the first link of each entry that is the page itself
//   plain text       one address a line
//
// Names count, namespaces do not: many sites get those wrong. Only elements at their own
// place count, so that image:loc and video:player_loc are no pages.
//
// Nothing outside the bytes is ever looked at: no entity, no DTD and no inclusion is
// resolved. A file that declares entities of its own is refused.
//
// Source: the protocol at sitemaps.org; RSS 2.0 and 1.0; RFC 4287 (Atom).
// Cost: linear in the bytes once decompressed, memory twice these at most.
// Limits: 50 MB uncompressed, as in the protocol. It allows 50,000 addresses a file; up to a
// million are read, and that there are too many is noted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pagekin::sitemap {

enum class Kind : std::uint8_t { kUrls, kIndex, kFeed, kText };

// Something of a file that does not count, and why.
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

// Of a whole file, plain or compressed (gzip, zstd), told by its first bytes. What was read
// before a fault counts, and the fault is noted. Throws Error, saying what was expected and
// what was found, for bytes that are no sitemap, and for one that breaks off before its first
// address.
Sitemap read_sitemap(std::string_view bytes, const Limits& limits = {});

}  // namespace pagekin::sitemap
