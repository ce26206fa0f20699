// Sitemaps in files, and those that an index names where they lie beside it.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "pagekin/sitemap/sitemap.h"

namespace pagekin::sitemap {

struct FileNote {
  std::string file;
  Note note;
};

struct SitemapFiles {
  std::vector<std::string> addresses;  // in the order of the files
  std::size_t files = 0;               // that were read
  std::vector<std::string> not_read;   // addresses of sitemaps that an index names
  std::vector<FileNote> notes;
};

// Nothing is fetched. Of a sitemap that an index names the file with the last segment of
// its address beside the index is read (with the query, if one of that name is there; without
// .gz at its end, if that is), if it is a regular file that was not read before; all others are
// in `not_read`. Throws Error, naming the file, for one of `paths` that cannot be read or is
// no sitemap; of files that an index names that is a note.
SitemapFiles read_sitemap_files(std::span<const std::string> paths, const Limits& limits = {});

// "sitemap.xml, line 12: ..."
std::string describe(const FileNote& note);

}  // namespace pagekin::sitemap
