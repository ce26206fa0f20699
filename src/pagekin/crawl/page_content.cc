#include "pagekin/crawl/page_content.h"

#include <optional>
#include <utility>

#include "pagekin/dom/xpath.h"
#include "pagekin/features/page_tree.h"

namespace pagekin::crawl {
namespace {

// The base address of pages that only have a path. No name under this domain can exist.
constexpr std::string_view kNowhere = "http://pages.invalid/";

url::Url address_of(std::string_view id) {
  if (std::optional<url::Url> url = url::parse(id); url && url->is_http()) return *std::move(url);
  std::string text(kNowhere);
  for (const char c : id.starts_with('/') ? id.substr(1) : id) {
    // In the name of a file these are ordinary characters.
    if (c == '?') {
      text += "%3F";
    } else if (c == '#') {
      text += "%23";
    } else if (c == '%') {
      text += "%25";
    } else {
      text += c;
    }
  }
  std::optional<url::Url> url = url::parse(text);
  return url ? *std::move(url) : *url::parse(kNowhere);
}

}  // namespace

std::string_view text_of(const PageLink& link) {
  std::string_view text = link.target.url.href();
  if (text.starts_with(kNowhere)) text.remove_prefix(kNowhere.size());
  return text;
}

PageContent read_content(const Page& page, const CleanRules& rules, const dom::LinkLimits& limits) {
  PageContent content;
  const url::Url address = address_of(page.id);
  const auto read = [&](const dom::Tree& tree) {
    dom::Links links;
    links.read(tree, address, limits);
    content.dropped = links.dropped();
    if (links.links().empty()) return;
    const dom::XPaths xpaths(tree);
    content.links.reserve(links.links().size());
    for (const dom::Link& link : links.links()) {
      std::optional<CleanAddress> clean = clean_address(links.url(link), nullptr, rules);
      if (!clean) {
        ++content.dropped.invalid;
        continue;
      }
      PageLink& kept = content.links.emplace_back();
      kept.target = *std::move(clean);
      xpaths.append(link.element, kept.xpath);
      kept.nofollow = link.nofollow;
    }
  };
  content.fingerprint =
      features::read_page_tree(page, {}, features::kTemplateFingerprintLength, read).fingerprint;
  return content;
}

}  // namespace pagekin::crawl
