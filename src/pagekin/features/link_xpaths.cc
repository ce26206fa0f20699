#include "pagekin/features/link_xpaths.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "pagekin/core/hash.h"
#include "pagekin/dom/links.h"
#include "pagekin/dom/xpath.h"
#include "pagekin/url/canonical.h"
#include "pagekin/url/page_address.h"
#include "pagekin/url/url.h"

namespace pagekin::features {
namespace {

std::optional<url::Url> base_of_links(std::string_view page_id) {
  if (auto address = url::page_address(page_id)) return address;
  if (const auto file = url::parse(page_id); file && file->scheme() == "file") {
    return url::parse(std::string(url::kPathBase) += file->path());
  }
  for (const std::string_view packed : {".gz", ".zst", ".br"}) {
    if (!page_id.ends_with(packed)) continue;
    page_id.remove_suffix(packed.size());
    break;
  }
  return url::path_address(page_id);
}

std::uint64_t address_of(const url::Url& url) {
  const std::string text = url::canonical(url);
  std::string_view path = text;
  path.remove_prefix(path.find(':') + 1);
  std::string_view query;
  if (const std::size_t mark = path.find('?'); mark != path.npos) {
    query = path.substr(mark + 1);
    path = path.substr(0, mark);
  }
  for (const std::string_view name :
       {"/index.html", "/index.htm", "/index.xhtml", "/index.shtml"}) {
    if (!path.ends_with(name)) continue;
    path.remove_suffix(name.size());
    break;
  }
  while (path.ends_with('/')) path.remove_suffix(1);
  return hash_bytes(path, query.empty() ? 0 : hash_bytes(query));
}

std::uint64_t site_of(const url::Url& url) {
  return hash_bytes(url.host(), url.port_number().value_or(0));
}

// A cache of targets by the text of their address: most links of a site lead to few pages.
class TargetsOfXPath {
 public:
  struct Target {
    std::uint64_t address = 0;
    std::uint64_t site = 0;
  };

  // `text` is an absolute address.
  const Target& operator[](std::string_view text) {
    text = text.substr(0, text.find('#'));
    if (const auto known = known_.find(text); known != known_.end()) return known->second;
    if (known_.size() >= most_known) known_.clear();
    Target& target = known_[std::string(text)];
    if (const auto url = url::parse(text)) target = {address_of(*url), site_of(*url)};
    return target;
  }

 private:
  static constexpr std::size_t most_known = 20'000;  // about 3 MB

  std::unordered_map<std::string, Target, KeyedHash, std::equal_to<>> known_;
};

}  // namespace

std::uint64_t address_of(std::string_view page_id) {
  const std::optional<url::Url> url = base_of_links(page_id);
  return url ? address_of(*url) : hash_bytes(page_id);
}

std::vector<XpathLink> link_xpaths(const dom::Tree& tree, std::string_view page_id) {
  std::vector<XpathLink> found;
  const std::optional<url::Url> page = base_of_links(page_id);
  if (!page) return found;
  dom::Links links;
  links.read(tree, *page);
  if (links.links().empty()) return found;
  const std::vector<std::uint64_t> xpaths = dom::XPaths(tree).hashes();
  const std::uint64_t site = site_of(*page);
  thread_local TargetsOfXPath targets;
  std::unordered_set<std::uint64_t> known{address_of(*page)};
  for (const dom::Link& link : links.links()) {
    const auto [address, site_of_target] = targets[links.url(link)];
    if (site_of_target != site || !known.insert(address).second) continue;
    found.push_back({.target = address, .xpath = mix(xpaths[link.element] ^ site)});
  }
  return found;
}

}  // namespace pagekin::features
