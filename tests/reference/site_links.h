// Links of a page to its own site by definition: targets and places as strings.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "pagekin/dom/links.h"
#include "pagekin/dom/tree.h"
#include "pagekin/url/url.h"

#include "reference/marks.h"

namespace pagekin::reference {

// Target and place.
using SiteLinks = std::set<std::pair<std::string, std::string>>;

inline std::string link_target(const url::Url& url) {
  std::string path(url.path());
  for (const std::string_view name : {"/index.html", "/index.htm"}) {
    if (path.ends_with(name)) path.resize(path.size() - name.size() + 1);
  }
  return path + "?" + std::string(url.query());
}

inline std::string link_place(const dom::Tree& tree, std::uint32_t element) {
  std::string named;
  for (const dom::Attribute& attribute : tree.attributes_of(element)) {
    const std::string value = without_numbers(tree.view(attribute.value));
    if (value.empty()) continue;
    if (attribute.known == dom::AttributeName::kClass) named += " class=" + value;
    if (attribute.known == dom::AttributeName::kId) named = " id=" + value + named;
  }
  if (!named.empty()) return label(tree.tags[element]) + named;
  return element == 0 ? "" : link_place(tree, tree.parents[element]);
}

inline SiteLinks site_links(const dom::Tree& tree, const url::Url& page) {
  SiteLinks found;
  dom::Links links;
  links.read(tree, page);
  for (const dom::Link& link : links.links()) {
    const url::Url url = url::parse(links.url(link)).value();
    if (url.host() != page.host() || link_target(url) == link_target(page)) continue;
    found.emplace(link_target(url), link_place(tree, link.element));
  }
  return found;
}

}  // namespace pagekin::reference
