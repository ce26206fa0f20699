// A crawl follows the addresses of its sites that the patterns allow.
//
// A site is a host, or all hosts of a registrable domain (the name below a public suffix:
// shop.example.co.uk and www.example.co.uk are both of example.co.uk).
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "pagekin/core/hash.h"
#include "pagekin/crawl.h"
#include "pagekin/url/url.h"

namespace re2 {
class RE2;
}

namespace pagekin::crawl {

using pagekin::SiteRule;

struct ScopeRules {
  SiteRule site = SiteRule::kHost;
  // Regular expressions, searched anywhere in an address. If `include` is not empty, one of its
  // patterns must match; no pattern of `exclude` may match.
  std::vector<std::string> include;
  std::vector<std::string> exclude;
};

class Scope {
 public:
  // Throws OptionError for a pattern that is not a regular expression.
  explicit Scope(const ScopeRules& rules);
  ~Scope();

  // From now on the site of this address is followed.
  void add_site(const url::Url& url);

  bool holds(const url::Url& url) const { return is_on_site(url) && is_allowed(url); }
  bool is_on_site(const url::Url& url) const;
  // Checks the patterns alone.
  bool is_allowed(const url::Url& url) const;

 private:
  std::string site_of(const url::Url& url) const;

  SiteRule rule_;
  std::vector<std::unique_ptr<re2::RE2>> include_;
  std::vector<std::unique_ptr<re2::RE2>> exclude_;
  std::unordered_set<std::string, KeyedHash, std::equal_to<>> sites_;
};

// The registrable domain of a host, or the host itself if it has none: addresses, names without a
// dot, public suffixes.
std::string registrable_domain(std::string_view host);

// "http://host:port", the unit to which robots.txt and delays apply.
std::string origin_of(const url::Url& url);

}  // namespace pagekin::crawl
