// The links of a page: where its a and area elements lead.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/dom/tree.h"
#include "pagekin/url/url.h"

namespace pagekin::dom {

struct LinkLimits {
  std::uint32_t max_links = 6'000;      // of one page, the first ones count
  std::uint32_t max_url_bytes = 2'083;  // as written after resolution
};

struct Link {
  std::uint32_t element = 0;
  bool nofollow = false;  // by its rel attribute
  Span url;               // see Links::url
};

// Elements with an address that do not count as links.
struct DroppedLinks {
  std::uint32_t other_scheme = 0;  // javascript:, mailto: and all that is not http or https
  std::uint32_t invalid = 0;       // no URL
  std::uint32_t too_long = 0;
  std::uint32_t too_many = 0;  // after max_links; not examined
};

// Keeps its buffers from page to page.
class Links {
 public:
  // Reads the links of a page, in document order, relative to its base element or its own
  // address. The tree must have been built with attributes.
  void read(const Tree& tree, const url::Url& page, const LinkLimits& limits = {});

  std::span<const Link> links() const { return links_; }
  std::string_view url(const Link& link) const {  // absolute, with its fragment
    return std::string_view(urls_).substr(link.url.begin, link.url.size);
  }
  const DroppedLinks& dropped() const { return dropped_; }

 private:
  std::uint32_t* resolve(std::string_view address, const url::Url& base, const LinkLimits& limits,
                         Span& kept);

  std::vector<Link> links_;
  std::string urls_;
  DroppedLinks dropped_;
  std::string buffer_;
};

// The base address of a page's relative links: that of the first base element with an address, if
// it is a URL other than data: and javascript:, otherwise the page's own.
url::Url base_url(const Tree& tree, const url::Url& page);

// The two steps of that: the address of the first base element that has one, empty if there is
// none or it is too long; and the base with this address.
std::string base_address(const Tree& tree);
url::Url base_url(std::string_view base_address, const url::Url& page);

}  // namespace pagekin::dom
