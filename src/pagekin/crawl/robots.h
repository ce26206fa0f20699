// What a site's robots.txt lets one crawler fetch.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/url/url.h"

namespace pagekin::crawl {

constexpr std::size_t kMaxRobotsBytes = 512'000;  // what lies behind is not read
constexpr int kMaxRobotsRedirects = 5;
constexpr std::chrono::hours kRobotsLifetime{24};  // then it is to be fetched again
constexpr std::chrono::seconds kMaxCrawlDelay{300};

// Immutable, so one may serve many threads.
class Robots {
 public:
  // Any bytes are a robots.txt. Of its groups only those are kept that name the crawler, or
  // where none does those for all; `product_token` is compared whole, letters in any case.
  static Robots parse(std::string_view bytes, std::string_view product_token);
  static Robots allow_all();

  // `path_and_query` as in a parsed URL, see below; an empty one is "/". /robots.txt itself
  // is always allowed.
  bool allows(std::string_view path_and_query) const;

  // The least time between two fetches, at most kMaxCrawlDelay; of several the longest.
  std::optional<std::chrono::milliseconds> delay() const { return delay_; }

  // As they are written, each once, in order; they may be relative to the robots.txt, and
  // anything that a stranger writes.
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

// The part of an http URL that rules are about. Valid as long as the Url is.
std::string_view path_and_query(const url::Url& url);

// What the answer to a request for robots.txt means for the site.
enum class RobotsAnswer {
  kParse,        // the body says
  kFollow,       // ask where it points to; if it points nowhere, there is none
  kAllowAll,     // there is none
  kDisallowAll,  // it cannot be told now: fetch nothing, ask again later
};

// `status` of the response, 0 when there was none (no address, no connection, time out,
// address refused); `redirects` is how many were followed to get it.
RobotsAnswer robots_for_status(int status, int redirects = 0);

}  // namespace pagekin::crawl
