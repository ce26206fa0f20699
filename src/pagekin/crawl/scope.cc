#include "pagekin/crawl/scope.h"

#include <algorithm>

#include <libpsl.h>
#include <re2/re2.h>

#include "pagekin/core/error.h"

namespace pagekin::crawl {
namespace {

std::vector<std::unique_ptr<re2::RE2>> compiled(const std::vector<std::string>& patterns,
                                                const char* option) {
  std::vector<std::unique_ptr<re2::RE2>> all;
  all.reserve(patterns.size());
  for (const std::string& pattern : patterns) {
    re2::RE2::Options options;
    options.set_log_errors(false);
    auto expression = std::make_unique<re2::RE2>(pattern, options);
    if (!expression->ok()) {
      throw OptionError("'" + pattern + "' is not a regular expression: " + expression->error(),
                        option);
    }
    all.push_back(std::move(expression));
  }
  return all;
}

bool any_found(const std::vector<std::unique_ptr<re2::RE2>>& patterns, const std::string& text) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const auto& pattern) { return re2::RE2::PartialMatch(text, *pattern); });
}

}  // namespace

std::string registrable_domain(std::string_view host) {
  std::string name(host);
  // No name has a last label that begins with a digit.
  const std::string_view last = host.substr(host.rfind('.') + 1);
  if (host.starts_with('[') || (!last.empty() && '0' <= last[0] && last[0] <= '9')) return name;
  // The list built into the library. Hosts are in lower-case ASCII already.
  const psl_ctx_t* const list = psl_builtin();
  const char* const domain = list == nullptr ? nullptr : psl_registrable_domain(list, name.c_str());
  return domain == nullptr ? name : std::string(domain);
}

std::string origin_of(const url::Url& url) {
  std::string origin(url.scheme());
  origin += "://";
  origin += url.host();
  if (!url.port().empty()) {
    origin += ':';
    origin += url.port();
  }
  return origin;
}

Scope::Scope(const ScopeRules& rules)
    : rule_(rules.site),
      include_(compiled(rules.include, "include")),
      exclude_(compiled(rules.exclude, "exclude")) {}

Scope::~Scope() = default;

// The host with its port, because ports of one machine are different sites. Without the scheme,
// because most sites moved from http to https.
std::string Scope::site_of(const url::Url& url) const {
  if (rule_ == SiteRule::kDomain) return registrable_domain(url.host());
  std::string site(url.host());
  if (!url.port().empty()) {
    site += ':';
    site += url.port();
  }
  return site;
}

void Scope::add_site(const url::Url& url) { sites_.insert(site_of(url)); }

bool Scope::is_on_site(const url::Url& url) const {
  return url.is_http() && sites_.contains(site_of(url));
}

bool Scope::is_allowed(const url::Url& url) const {
  return (include_.empty() || any_found(include_, url.href())) && !any_found(exclude_, url.href());
}

}  // namespace pagekin::crawl
