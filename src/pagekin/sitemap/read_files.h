// Reads sitemaps from files, and the sitemaps beside an index that the index names.
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

// Reads sitemap files; fetches nothing. For each sitemap that an index names it looks beside the
// index for a file named like the last segment of the address: with its query, without it, or
// without a final .gz. It reads the file if it is a regular file that was not read before; all
// other addresses go to `not_read`. Throws InputError with the name of the file if one of `paths`
// cannot be read or is not a sitemap. For files that an index names, a note is added instead.
SitemapFiles read_sitemap_files(std::span<const std::string> paths, const Limits& limits = {});

// "sitemap.xml, line 12: ..."
std::string describe(const FileNote& note);

}  // namespace pagekin::sitemap
