#include "pagekin/crawl/template_budget.h"

#include <algorithm>
#include <string>

#include "pagekin/core/hash.h"
#include "pagekin/crawl/page_content.h"
#include "pagekin/url/address_shapes.h"

namespace pagekin::crawl {

std::uint64_t way_key(std::string_view xpath, std::string_view url) {
  std::string way;
  bool inside = false;  // of [...]
  for (const char c : xpath) {
    if (c == '[') inside = true;
    if (!inside) way += c;
    if (c == ']') inside = false;
  }
  way += ' ';
  way += address_shape(url);
  return hash_bytes(way);
}

std::string address_shape(std::string_view url) {
  const std::size_t scheme = url.find("://");
  return url::address_shapes(scheme == std::string_view::npos ? url : url.substr(scheme + 1))
      .back();
}

TemplateBudget::TemplateBudget(std::uint32_t pages_per_template)
    : enough_(pages_per_template), index_({.length = features::kTemplateFingerprintLength}) {}

void TemplateBudget::add(std::uint64_t way, features::Fingerprint fingerprint) {
  if (!is_on()) return;
  std::vector<Node> joined;  // templates that this page joins into one
  for (const Node node : index_.find(fingerprint)) joined.push_back(index_.cluster(node));
  const Node node = index_.add(fingerprint);
  pages_.resize(index_.node_count());
  const Node first = index_.cluster(node);
  std::sort(joined.begin(), joined.end());
  joined.erase(std::unique(joined.begin(), joined.end()), joined.end());
  std::uint32_t count = 1;
  for (const Node other : joined) count += pages_[other];
  pages_[first] = count;

  std::vector<Node>& templates = led_to_[way];
  if (templates.empty() || templates.back() != first) templates.push_back(first);
}

bool TemplateBudget::is_exhausted(std::uint64_t way) {
  if (!is_on()) return false;
  const auto found = led_to_.find(way);
  if (found == led_to_.end()) return false;
  std::vector<Node>& templates = found->second;
  while (!templates.empty() && is_full(templates.back())) templates.pop_back();
  return templates.empty();
}

}  // namespace pagekin::crawl
