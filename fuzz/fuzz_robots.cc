// Reads the first line as an address and a pattern, the rest as a robots.txt. Checks that both
// calls give the same verdict, that patterns match by definition and in linear time, and that
// cleaning a clean address changes nothing.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "pagekin/crawl/clean_address.h"
#include "pagekin/crawl/path_pattern.h"
#include "pagekin/crawl/robots.h"
#include "pagekin/crawl/traps.h"

#include "reference/path_pattern.h"

namespace {

using pagekin::crawl::Robots;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

void check_pattern(std::string_view pattern_text, std::string_view path_text) {
  const std::string pattern = pagekin::crawl::normalised_pattern(pattern_text.substr(0, 40));
  const std::string path = pagekin::crawl::normalised_path(path_text.substr(0, 40));
  std::size_t steps = 0;
  const bool found = pagekin::crawl::matches(pattern, path, &steps);
  require(found == pagekin::reference::path_matches(pattern, path), "a match is wrong");
  require(steps <= 4 * (pattern.size() + path.size()), "a match takes too many steps");
}

void check_address(std::string_view text) {
  const auto clean = pagekin::crawl::clean_address(text);
  if (!clean) return;
  const auto again = pagekin::crawl::clean_address(clean->url.href());
  require(again && again->url.href() == clean->url.href(), "a clean address is not its own");
  require(again->key == clean->key, "a clean address has another key");
  const auto key = pagekin::crawl::clean_address(clean->key);
  require(key && key->key == clean->key, "a key is not its own");
  pagekin::crawl::trap_in(clean->url);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t line = std::min(bytes.find('\n'), bytes.size());
  const std::string_view first = bytes.substr(0, line);
  const std::string_view rest = bytes.substr(std::min(line + 1, bytes.size()));
  const Robots robots = Robots::parse(rest, "bot");
  require(robots.allows("/robots.txt"), "the file itself is disallowed");
  require(robots.allows(first) == Robots::parse(rest, "BOT").allows(first),
          "the same file says another thing");
  require(!robots.delay() || *robots.delay() <= pagekin::crawl::kMaxCrawlDelay, "a long delay");
  check_pattern(first, rest);
  check_address(first);
  return 0;
}
