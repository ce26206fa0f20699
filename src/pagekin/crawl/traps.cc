// Limits on one address that end crawler traps.
//
// Links that are resolved against ever longer addresses grow the path or the query: /a/a/a/a,
// /x/y/x/y/x/y, ?p=1&p=1&p=1. A run of segments counts as repeated when the same block of one or
// more segments stands `repeats` + 1 times in a row. Empty segments do not count, because no
// server should distinguish /a//b from /a/b.
//
// Source: the defaults of Heritrix (20 segments, 2 repetitions), Nutch (blocks of segments) and
// Scrapy (2,083 bytes).
// Cost: linear in the address, and quadratic in the segments, of which there are at most
// limits.segments, and n log n in the parameters.
// Limits: traps with ordinary addresses (calendars, random parameters) are not recognised here;
// they need a budget of pages by site or by template.
#include "pagekin/crawl/traps.h"

#include <algorithm>
#include <array>
#include <vector>

namespace pagekin::crawl {
namespace {

// The non-empty parts between separators, at most `most` + 1 of them.
std::vector<std::string_view> parts_of(std::string_view text, char separator, std::size_t most) {
  std::vector<std::string_view> parts;
  while (!text.empty() && parts.size() <= most) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

// Whether some block of segments occurs more than `repeats` times in a row.
bool has_repeated_block(const std::vector<std::string_view>& segments, std::size_t repeats) {
  if (repeats == 0) return !segments.empty();
  for (std::size_t length = 1; length * (repeats + 1) <= segments.size(); ++length) {
    std::size_t run = 0;  // consecutive segments that equal the one `length` places before
    for (std::size_t i = length; i < segments.size(); ++i) {
      run = segments[i] == segments[i - length] ? run + 1 : 0;
      if (run == length * repeats) return true;
    }
  }
  return false;
}

bool has_repeated_part(std::vector<std::string_view> parts, std::size_t repeats) {
  std::sort(parts.begin(), parts.end());
  for (std::size_t i = repeats; i < parts.size(); ++i) {
    if (parts[i] == parts[i - repeats]) return true;
  }
  return false;
}

}  // namespace

std::string_view name_of(Trap trap) {
  static constexpr std::array<std::string_view, 6> words = {"none",
                                                            "address too long",
                                                            "too many path segments",
                                                            "repeated path segments",
                                                            "too many parameters",
                                                            "repeated parameter"};
  static_assert(words.size() == static_cast<std::size_t>(Trap::kRepeatedParameter) + 1);
  return words[static_cast<std::size_t>(trap)];
}

Trap trap_in(const url::Url& url, const TrapLimits& limits) {
  if (url.without_fragment().size() > limits.bytes) return Trap::kTooLong;
  const auto segments = parts_of(url.path(), '/', limits.segments);
  if (segments.size() > limits.segments) return Trap::kTooManySegments;
  if (has_repeated_block(segments, limits.repeats)) return Trap::kRepeatedSegments;
  const auto parameters = parts_of(url.query(), '&', limits.parameters);
  if (parameters.size() > limits.parameters) return Trap::kTooManyParameters;
  if (has_repeated_part(parameters, limits.parameter_repeats)) return Trap::kRepeatedParameter;
  return Trap::kNone;
}

}  // namespace pagekin::crawl
