// robots.txt: lines of "field: value" in groups, each for the crawlers that the group names.
//
// A group is a run of user-agent lines and the allow and disallow lines up to the next such run;
// no other line ends a group. All groups for one crawler are merged. The longest pattern that
// matches a path decides, and allow wins if two are equally long; a path that no pattern matches
// is allowed. The rules are sorted in this order, so that the first match decides.
//
// Beyond the standard, and like other crawlers, the reader accepts a field and a value with only
// blanks between them, common misspellings of fields, names of crawlers with digits, and names
// followed by a version or a second word. Zero bytes are dropped, so that ASCII text in UTF-16 is
// read too. A web page instead of a robots.txt has few such lines or none.
//
// Source: RFC 9309; Crawl-delay and Sitemap as crawlers in use read them.
// Cost: parsing is linear in the bytes, plus sorting the rules; allows() takes O(patterns' bytes
// + patterns with '*' x path).
// Limits: at most kMaxRobotsBytes are read; a line cut by that limit is dropped, and a line is
// cut after 16,663 bytes. allows() answers no after 4,000,000 steps, which takes hundreds of
// patterns with '*' and a long path. Status 429 is treated like any other 4xx here; the caller
// must obey its Retry-After.
#include "pagekin/crawl/robots.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "pagekin/core/text.h"
#include "pagekin/crawl/path_pattern.h"
#include "pagekin/url/percent.h"

namespace pagekin::crawl {
namespace {

constexpr std::size_t kMaxLineBytes = 16'663;

// Bytes that one call of allows() may examine. Patterns without '*' never reach this limit.
constexpr std::size_t kMaxSteps = 4'000'000;

enum class Field { kUserAgent, kAllow, kDisallow, kCrawlDelay, kSitemap, kOther };

constexpr std::pair<std::string_view, Field> kFields[] = {
    {"user-agent", Field::kUserAgent},  {"useragent", Field::kUserAgent},
    {"user agent", Field::kUserAgent},  {"allow", Field::kAllow},
    {"disallow", Field::kDisallow},     {"dissallow", Field::kDisallow},
    {"dissalow", Field::kDisallow},     {"disalow", Field::kDisallow},
    {"diasllow", Field::kDisallow},     {"disallaw", Field::kDisallow},
    {"desallow", Field::kDisallow},     {"crawl-delay", Field::kCrawlDelay},
    {"crawldelay", Field::kCrawlDelay}, {"crawl delay", Field::kCrawlDelay},
    {"sitemap", Field::kSitemap},       {"site-map", Field::kSitemap},
};

constexpr std::string_view kBlanks = " \t\v\f";
constexpr bool is_blank(char c) { return kBlanks.find(c) != kBlanks.npos; }

constexpr bool is_token_byte(char c) {
  return url::is_alpha(c) || is_digit(c) || c == '-' || c == '_';
}

std::string_view trimmed(std::string_view text) { return trim(text, kBlanks); }

Field field_of(std::string_view name) {
  for (const auto& [known, field] : kFields) {
    if (equals_ignoring_case(known, name)) return field;
  }
  return Field::kOther;
}

struct Line {
  Field field = Field::kOther;
  std::string_view value;
};

Line read_line(std::string_view text) {
  text = trimmed(text.substr(0, kMaxLineBytes));
  text = trimmed(text.substr(0, text.find('#')));
  std::size_t end_of_name = text.find(':');
  if (end_of_name == text.npos) {
    const auto blank = std::find_if(text.begin(), text.end(), is_blank);
    if (blank == text.end()) return {};
    end_of_name = static_cast<std::size_t>(blank - text.begin());
    const std::string_view value = trimmed(text.substr(end_of_name));
    if (std::any_of(value.begin(), value.end(), is_blank)) return {};  // a sentence, not a value
  }
  return {field_of(trimmed(text.substr(0, end_of_name))), trimmed(text.substr(end_of_name + 1))};
}

std::string_view leading_token(std::string_view value) {
  const auto end = std::find_if_not(value.begin(), value.end(), is_token_byte);
  return value.substr(0, static_cast<std::size_t>(end - value.begin()));
}

std::optional<std::chrono::milliseconds> read_delay(std::string_view value) {
  double delay = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), delay);
  if (error != std::errc() || !(delay >= 0)) return std::nullopt;
  delay = std::min(delay, static_cast<double>(kMaxCrawlDelay.count()));
  return std::chrono::milliseconds(std::lround(delay * 1000));
}

// The bytes up to the limit, without byte order mark and zero bytes.
std::string readable_part(std::string_view bytes) {
  if (bytes.size() > kMaxRobotsBytes) {
    const std::size_t line_end = bytes.find_last_of("\r\n", kMaxRobotsBytes);
    bytes = bytes.substr(0, line_end == bytes.npos ? 0 : line_end);
  }
  for (const std::string_view mark : {"\xEF\xBB\xBF", "\xFE\xFF", "\xFF\xFE"}) {
    if (bytes.starts_with(mark)) bytes.remove_prefix(mark.size());
  }
  std::string text(bytes);
  std::erase(text, '\0');
  return text;
}

}  // namespace

// Collects, line by line, the rules for one crawler and those for all crawlers.
class RobotsReader {
 public:
  explicit RobotsReader(std::string_view product_token) : product_token_(product_token) {}

  void add(const Line& line) {
    switch (line.field) {
      case Field::kUserAgent:
        return add_name(line.value);
      case Field::kAllow:
      case Field::kDisallow:
        return add_rule(line.value, line.field == Field::kAllow);
      case Field::kCrawlDelay:
        return add_delay(line.value);
      case Field::kSitemap:
        return add_sitemap(line.value);
      case Field::kOther:
        return;
    }
  }

  Robots finish() && {
    Robots robots = std::move(crawler_is_named_ ? own_ : common_);
    auto& rules = robots.rules_;
    const auto rank = [](const Robots::Rule& rule) {
      return std::tuple(~rule.pattern.size(), !rule.allow, std::string_view(rule.pattern));
    };
    const auto before = [&](const auto& a, const auto& b) { return rank(a) < rank(b); };
    const auto same = [&](const auto& a, const auto& b) { return rank(a) == rank(b); };
    std::sort(rules.begin(), rules.end(), before);
    rules.erase(std::unique(rules.begin(), rules.end(), same), rules.end());
    rules.shrink_to_fit();
    robots.sitemaps_ = std::move(sitemaps_);
    return robots;
  }

 private:
  void add_name(std::string_view value) {
    if (!names_may_follow_) group_is_own_ = group_is_common_ = false;
    names_may_follow_ = true;
    if (value == "*" || (value.starts_with('*') && is_blank(value[1]))) {
      group_is_common_ = true;
    } else if (const auto token = leading_token(value);
               !token.empty() && equals_ignoring_case(token, product_token_)) {
      group_is_own_ = crawler_is_named_ = true;
    }
  }

  void add_rule(std::string_view value, bool allow) {
    names_may_follow_ = false;
    // A path begins with '/', so other patterns match nothing.
    if (!value.starts_with('/') && !value.starts_with('*')) return;
    if (group_is_own_) own_.rules_.push_back({normalised_pattern(value), allow});
    if (group_is_common_) common_.rules_.push_back({normalised_pattern(value), allow});
  }

  void add_delay(std::string_view value) {
    const auto delay = read_delay(value);
    if (!delay) return;
    if (group_is_own_) own_.delay_ = std::max(own_.delay_, delay);
    if (group_is_common_) common_.delay_ = std::max(common_.delay_, delay);
  }

  void add_sitemap(std::string_view value) {
    if (!value.empty() && known_sitemaps_.emplace(value).second) sitemaps_.emplace_back(value);
  }

  std::string_view product_token_;
  Robots own_;
  Robots common_;
  std::vector<std::string> sitemaps_;
  std::unordered_set<std::string> known_sitemaps_;
  bool crawler_is_named_ = false;
  bool group_is_own_ = false;
  bool group_is_common_ = false;
  bool names_may_follow_ = false;  // the group has no rule yet
};

Robots Robots::parse(std::string_view bytes, std::string_view product_token) {
  const std::string readable = readable_part(bytes);
  RobotsReader reader(product_token);
  for (std::string_view text = readable; !text.empty();) {
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    reader.add(read_line(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return std::move(reader).finish();
}

Robots Robots::allow_all() { return {}; }

bool Robots::allows(std::string_view path_and_query) const {
  if (path_and_query.empty()) path_and_query = "/";
  const std::string path = normalised_path(path_and_query);
  if (path == "/robots.txt") return true;
  std::size_t steps = 0;
  for (const Rule& rule : rules_) {
    if (matches(rule.pattern, path, &steps)) return rule.allow;
    if (steps > kMaxSteps) return false;
  }
  return true;
}

std::string_view path_and_query(const url::Url& url) {
  const std::string_view path = url.path();
  if (!url.has_query()) return path;
  return {path.data(), path.size() + 1 + url.query().size()};  // they are adjacent
}

RobotsAnswer robots_for_status(int status, int redirects) {
  if (status >= 200 && status < 300) return RobotsAnswer::kParse;
  if (status >= 400 && status < 500) return RobotsAnswer::kAllowAll;
  if (status < 300 || status >= 400) return RobotsAnswer::kDisallowAll;
  const bool leads_on = status <= 303 || status == 307 || status == 308;
  return leads_on && redirects < kMaxRobotsRedirects ? RobotsAnswer::kFollow
                                                     : RobotsAnswer::kAllowAll;
}

}  // namespace pagekin::crawl
