// Removes the parts of an address that identify a visit, not a page.
//
//   user, password, fragment     dropped
//   name=value in the query      dropped where the rules list the name
//   ;name=value in the path      the same, as in /page;jsessionid=1
//   /(S(...))/ in the path       dropped: ASP.NET sessions without cookies
//
// The rest of the address is fetched as parsing leaves it. The key is its canonical form, which
// also unifies spellings that no server should distinguish, though some do.
//
// Source: URL Standard; for sessions, the names and forms that web archives and crawlers use
// (urlcanon, Heritrix, Nutch), with any value.
// Cost: linear in the address times the number of names.
// Limits: a site that gives such a name another meaning, or that needs the session, loses pages;
// the list must then be changed. Parameters between ';' in a query are left alone.
#include "pagekin/crawl/clean_address.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "pagekin/core/text.h"
#include "pagekin/url/canonical.h"
#include "pagekin/url/parts.h"
#include "pagekin/url/percent.h"

namespace pagekin::crawl {
namespace {

bool is_alnum(char c) { return url::is_alpha(c) || is_digit(c); }

bool is_named(std::string_view name, std::string_view rule) {
  const bool is_prefix = rule.ends_with('*');
  if (is_prefix) rule.remove_suffix(1);
  return is_prefix ? starts_with_ignoring_case(name, rule) : equals_ignoring_case(name, rule);
}

// `parameter` is "name" or "name=value".
bool is_dropped(std::string_view parameter, const CleanRules& rules) {
  const std::string name = url::percent_decode(parameter.substr(0, parameter.find('=')));
  return std::any_of(rules.dropped.begin(), rules.dropped.end(),
                     [&](const std::string& rule) { return is_named(name, rule); });
}

// The parts between separators for which `keep` returns true, joined again.
template <class Keep>
std::string kept_parts(std::string_view text, char separator, Keep keep) {
  std::string out;
  bool first = true;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    const std::string_view part = text.substr(begin, end - begin);
    begin = end + 1;
    if (!keep(part)) continue;
    if (!first) out += separator;
    out += part;
    first = false;
  }
  return out;
}

// Whether the segment is a session of ASP.NET: "(" 24 letters and digits ")", or a list of a
// letter and a text in parentheses, one of them of that length: (S(...)), (X(1)S(...)).
bool is_session_segment(std::string_view segment) {
  const std::string text = url::percent_decode(segment);
  if (text.size() < 4 || text.front() != '(' || text.back() != ')') return false;
  std::string_view inner = std::string_view(text).substr(1, text.size() - 2);
  if (std::all_of(inner.begin(), inner.end(), is_alnum)) return inner.size() == 24;
  bool has_id = false;
  while (!inner.empty()) {
    const std::size_t close = inner.find(')');
    if (close == inner.npos || close < 3) return false;
    if (!url::is_alpha(inner[0]) || inner[1] != '(') return false;
    const std::string_view value = inner.substr(2, close - 2);
    if (!std::all_of(value.begin(), value.end(), is_alnum)) return false;
    has_id = has_id || value.size() == 24;
    inner.remove_prefix(close + 1);
  }
  return has_id;
}

std::string clean_path(std::string_view path, const CleanRules& rules) {
  std::string out;
  for (std::size_t begin = 1; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    bool first = true;  // the text before the first ';' is the segment's own name
    const std::string segment =
        kept_parts(path.substr(begin, end - begin), ';', [&](std::string_view part) {
          return std::exchange(first, false) || !is_dropped(part, rules);
        });
    const bool is_last = end == path.size();
    begin = end + 1;
    if (!is_session_segment(segment)) {
      out += '/' + segment;
    } else if (is_last) {
      out += '/';
    }
  }
  return out;
}

std::optional<std::string> clean_query(const url::Url& url, const CleanRules& rules) {
  if (!url.has_query()) return std::nullopt;
  std::string query =
      kept_parts(url.query(), '&', [&](std::string_view part) { return !is_dropped(part, rules); });
  if (query.empty() && !url.query().empty()) return std::nullopt;
  return query;
}

}  // namespace

std::optional<CleanAddress> clean_address(std::string_view text, const url::Url* base,
                                          const CleanRules& rules) {
  const auto given = url::parse(text, base);
  if (!given || !given->is_http()) return std::nullopt;
  url::Parts parts;
  parts.scheme = given->scheme();
  parts.host = given->host();
  parts.port = given->port_number();
  parts.path = clean_path(given->path(), rules);
  parts.query = clean_query(*given, rules);
  // Parses it again, because "/..;sid=1" has become "/..".
  auto url = url::parse(url::assemble(parts).href());
  if (!url) return std::nullopt;
  std::string key = url::canonical(
      *url, rules.sort_parameters ? url::QueryOrder::kSorted : url::QueryOrder::kKept);
  return CleanAddress{std::move(*url), std::move(key)};
}

}  // namespace pagekin::crawl
