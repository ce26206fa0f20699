#include <algorithm>
#include <charconv>
#include <system_error>

#include <fmt/format.h>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/synth/synth.h"

namespace pagekin::synth {
namespace {

bool parse_whole(std::string_view text, std::uint32_t& number) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stop == end;
}

}  // namespace

CrawlPart parse_part(std::string_view text) {
  CrawlPart part;
  const std::size_t slash = std::min(text.find('/'), text.size());
  const std::string_view count = text.substr(std::min(slash + 1, text.size()));
  if (!parse_whole(text.substr(0, slash), part.number) || !parse_whole(count, part.count)) {
    throw OptionError(fmt::format("part: expected K/N such as 1/2, found '{}'", printable(text)),
                      "part");
  }
  return part;
}

PageRange range_of(CrawlPart part, std::uint64_t pages) {
  return {.first = (part.number - 1) * pages / part.count, .end = part.number * pages / part.count};
}

}  // namespace pagekin::synth
