// What a site's robots.txt allows one crawler to fetch.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/url/url.h"

namespace pagekin::crawl {

constexpr std::size_t kMaxRobotsBytes = 512'000;  // the rest is not read
constexpr int kMaxRobotsRedirects = 5;
constexpr std::chrono::hours kRobotsLifetime{24};  // then it is fetched again
constexpr std::chrono::seconds kMaxCrawlDelay{300};

// Immutable, so several threads may share one.
class Robots {
 public:
  // Accepts any bytes. Keeps only the groups that name the crawler, or the groups for all
  // crawlers if none does; `product_token` is compared as a whole, in any case.
  static Robots parse(std::string_view bytes, std::string_view product_token);
  static Robots allow_all();

  // `path_and_query` comes from path_and_query() below; an empty one is "/". /robots.txt itself
  // is always allowed.
  bool allows(std::string_view path_and_query) const;

  // The shortest time between two requests, at most kMaxCrawlDelay; the longest if several are
  // given.
  std::optional<std::chrono::milliseconds> delay() const { return delay_; }

  // The sitemap addresses in file order, without repetitions; not resolved and not checked.
  const std::vector<std::string>& sitemaps() const { return sitemaps_; }

 private:
  friend class RobotsReader;

  struct Rule {
    std::string pattern;  // in normal form
    bool allow = false;
  };

  std::vector<Rule> rules_;  // the first that matches decides
  std::optional<std::chrono::milliseconds> delay_;
  std::vector<std::string> sitemaps_;
};

// The part of an http URL that rules apply to. Valid as long as the Url.
std::string_view path_and_query(const url::Url& url);

// What the answer to a request for robots.txt means for the site.
enum class RobotsAnswer {
  kParse,        // the body is the robots.txt
  kFollow,       // a redirect: fetch its target; without a target there is no robots.txt
  kAllowAll,     // there is no robots.txt
  kDisallowAll,  // unknown at the moment: fetch nothing, retry later
};

// `status` is that of the response, 0 if there was none (no address, no connection, time out,
// address refused). `redirects` is the number of redirects followed to get it.
RobotsAnswer robots_for_status(int status, int redirects = 0);

}  // namespace pagekin::crawl
