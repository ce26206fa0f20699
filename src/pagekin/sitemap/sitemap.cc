#include "pagekin/sitemap/sitemap.h"

#include <algorithm>

#include <fmt/format.h>

#include "pagekin/codec/codec.h"
#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/sitemap/entries.h"

namespace pagekin::sitemap {
namespace {

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";

Note too_long(const Limits& limits) {
  return {.what = fmt::format("more than {} bytes; the rest was not read",
                              with_commas(limits.max_bytes)),
          .is_damage = true};
}

// The decompressed bytes; adds a note if they are incomplete.
std::string decompressed(codec::Format format, std::string_view bytes, const Limits& limits,
                         std::vector<Note>& notes) {
  std::string text;
  switch (codec::decode_all(format, bytes, limits.max_bytes, text)) {
    case codec::Status::kLimit:
      notes.push_back(too_long(limits));
      break;
    case codec::Status::kTruncated:
      notes.push_back({.what = "the compressed data breaks off; only the part before counts",
                       .is_damage = true});
      break;
    case codec::Status::kDamaged:
    case codec::Status::kMore:
      notes.push_back({.what = "the compressed data is damaged; only the part before counts",
                       .is_damage = true});
      break;
    case codec::Status::kDone:
      break;
  }
  return text;
}

// Whether the text is UTF-16, by its byte order mark or by the first bytes of XML.
bool is_utf16(std::string_view text) {
  using namespace std::string_view_literals;
  return text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF") ||
         text.starts_with("<\0?\0"sv) || text.starts_with("\0<\0?"sv);
}

void read_text(std::string_view text, bool is_cut, const Limits& limits, Sitemap& sitemap) {
  if (is_utf16(text)) {
    read_xml(text, 1, is_cut, limits, sitemap);
    return;
  }
  if (text.starts_with(kUtf8Mark)) text.remove_prefix(kUtf8Mark.size());
  // XML must begin at the first byte, but many sitemaps have white space before it.
  const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  if (text.substr(begin).starts_with('<')) {
    const auto lines =
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(begin), '\n');
    read_xml(text.substr(begin), static_cast<std::size_t>(lines) + 1, is_cut, limits, sitemap);
  } else {
    read_lines(text, is_cut, limits, sitemap);
  }
}

}  // namespace

Sitemap read_sitemap(std::string_view bytes, const Limits& limits) {
  Sitemap sitemap;
  std::string inflated;
  std::string_view text = bytes;
  if (const auto format = codec::format_by_magic(bytes)) {
    inflated = decompressed(*format, bytes, limits, sitemap.notes);
    text = inflated;
  } else if (text.size() > limits.max_bytes) {
    text = text.substr(0, limits.max_bytes);
    sitemap.notes.push_back(too_long(limits));
  }
  const bool is_cut = !sitemap.notes.empty();
  if (!is_cut || !text.empty()) read_text(text, is_cut, limits, sitemap);
  if (is_cut && sitemap.addresses.empty()) throw Error(sitemap.notes.front().what);
  return sitemap;
}

}  // namespace pagekin::sitemap
