// Plain text: one address a line. Other lines are left out, and a file without any address is not
// a sitemap.
#include <algorithm>
#include <string>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/sitemap/entries.h"

namespace pagekin::sitemap {
namespace {

constexpr std::size_t kShownOfLine = 60;

}  // namespace

void read_lines(std::string_view text, bool is_cut, const Limits& limits, Sitemap& sitemap) {
  sitemap.kind = Kind::kText;
  Entries entries(sitemap, limits);
  std::size_t line = 0;
  std::string_view first;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end == text.size() && is_cut) break;  // half an address
    const std::string_view entry = trim(text.substr(0, end), kWhiteSpace);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++line;
    if (entry.empty()) continue;
    if (first.empty()) first = entry;
    if (!entries.add(entry, line)) break;
  }
  if (sitemap.addresses.empty()) {
    throw Error(
        "expected a sitemap: XML with <urlset>, <sitemapindex>, <rss> or <feed>, or addresses one "
        "a line; found " +
        (first.empty() ? std::string("nothing")
                       : "'" + printable(first.substr(0, kShownOfLine)) + "'"));
  }
  entries.finish();
}

}  // namespace pagekin::sitemap
