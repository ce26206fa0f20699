// Links: href of a and area, resolved as browsers resolve them.
//
// An SVG a element is a link like an HTML one if it has a plain href; xlink:href is not read.
//
// Source: HTML Standard (whatwg.org), "Document base URLs", "The base element", "Links created by
// a and area elements"; the limits are those of Heritrix.
// Cost: O(elements + bytes of addresses). The copies of one element that misnested tags make
// share one resolution.
// Limits: addresses above 16 KB are too long and not resolved; a base of this length is ignored.
#include "pagekin/dom/links.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "pagekin/core/text.h"
#include "pagekin/dom/find_attribute.h"
#include "pagekin/html/character_references.h"

namespace pagekin::dom {
namespace {

constexpr std::size_t kMaxRawBytes = 16'384;

// The value of an attribute with references decoded and U+FFFD for NUL.
std::string_view meaning(const Tree& tree, const Attribute& attribute, std::string& buffer) {
  const std::string_view value = html::decode_references(tree.view(attribute.value), true, buffer);
  if (value.find('\0') == value.npos) return value;
  std::string replaced;
  for (const char c : value) {
    if (c == '\0') {
      replaced += "\xEF\xBF\xBD";
    } else {
      replaced += c;
    }
  }
  buffer = std::move(replaced);
  return buffer;
}

bool leads_somewhere(const Tree& tree, std::uint32_t element) {
  const html::TagId tag = tree.tags[element];
  if (tag == html::kTagA) return tree.namespaces[element] != Namespace::kMathMl;
  return tag == html::kTagArea && tree.namespaces[element] == Namespace::kHtml;
}

// Whether a list of words, separated by blanks, contains the word, in any case.
bool has_word(std::string_view list, std::string_view word) {
  constexpr std::string_view blanks = " \t\n\f\r";
  while (true) {
    const std::size_t begin = list.find_first_not_of(blanks);
    if (begin == list.npos) return false;
    list.remove_prefix(begin);
    const std::size_t end = std::min(list.find_first_of(blanks), list.size());
    if (equals_ignoring_case(list.substr(0, end), word)) return true;
    list.remove_prefix(end);
  }
}

}  // namespace

std::string base_address(const Tree& tree) {
  std::string buffer;
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    if (tree.tags[i] != html::kTagBase || tree.namespaces[i] != Namespace::kHtml) continue;
    const Attribute* href = find_attribute(tree, i, AttributeName::kHref);
    if (href == nullptr) continue;
    const std::string_view address = meaning(tree, *href, buffer);
    if (address.size() > kMaxRawBytes) return {};  // each relative link would copy it
    return std::string(address);
  }
  return {};
}

url::Url base_url(std::string_view base_address, const url::Url& page) {
  if (base_address.empty()) return page;
  auto base = url::parse(base_address, &page);
  const bool usable = base && base->scheme() != "data" && base->scheme() != "javascript";
  return usable ? *std::move(base) : page;
}

url::Url base_url(const Tree& tree, const url::Url& page) {
  return base_url(base_address(tree), page);
}

void Links::read(const Tree& tree, const url::Url& page, const LinkLimits& limits) {
  links_.clear();
  urls_.clear();
  dropped_ = {};
  const url::Url base = base_url(tree, page);

  // The result for the last element, for copies of it.
  std::uint32_t last_range = Tree::no_offset;
  std::uint32_t* last_dropped = nullptr;  // a count; null: it is a link
  Link last;

  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    if (!leads_somewhere(tree, i)) continue;
    const Attribute* href = find_attribute(tree, i, AttributeName::kHref);
    if (href == nullptr) continue;
    if (links_.size() >= limits.max_links) {
      ++dropped_.too_many;
      continue;
    }
    if (tree.attribute_ranges[i].begin != last_range) {
      last_range = tree.attribute_ranges[i].begin;
      last_dropped = resolve(meaning(tree, *href, buffer_), base, limits, last.url);
      const Attribute* rel = find_attribute(tree, i, AttributeName::kRel);
      last.nofollow = rel != nullptr && has_word(meaning(tree, *rel, buffer_), "nofollow");
    }
    if (last_dropped != nullptr) {
      ++*last_dropped;
      continue;
    }
    last.element = i;
    links_.push_back(last);
  }
}

// Keeps the URL of a link and sets `kept`; returns null. Otherwise returns the counter of the
// kind of failure.
std::uint32_t* Links::resolve(std::string_view address, const url::Url& base,
                              const LinkLimits& limits, Span& kept) {
  if (address.size() > kMaxRawBytes) return &dropped_.too_long;
  const auto url = url::parse(address, &base);
  if (!url) return &dropped_.invalid;
  if (!url->is_http()) return &dropped_.other_scheme;
  if (url->href().size() > limits.max_url_bytes) return &dropped_.too_long;
  kept = {static_cast<std::uint32_t>(urls_.size()), static_cast<std::uint32_t>(url->href().size())};
  urls_ += url->href();
  return nullptr;
}

}  // namespace pagekin::dom
