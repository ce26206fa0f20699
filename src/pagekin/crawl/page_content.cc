#include "pagekin/crawl/page_content.h"

#include <optional>
#include <utility>

#include "pagekin/dom/xpath.h"
#include "pagekin/features/page_tree.h"
#include "pagekin/url/page_address.h"

namespace pagekin::crawl {
namespace {

url::Url address_of(std::string_view id) {
  if (std::optional<url::Url> url = url::page_address(id)) return *std::move(url);
  std::optional<url::Url> url = url::path_address(id.starts_with('/') ? id.substr(1) : id);
  return url ? *std::move(url) : url::parse(url::kPathBase).value();
}

}  // namespace

std::string_view text_of(const PageLink& link) {
  std::string_view text = link.target.url.href();
  if (text.starts_with(url::kPathBase)) text.remove_prefix(url::kPathBase.size());
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
