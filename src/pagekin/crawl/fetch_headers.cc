// Headers of an answer that a crawler reads.
//
// Source: RFC 9110, 10.2.3 Retry-After and 5.6.7 dates, of which libcurl reads all three forms.
// Limits: libcurl also reads dates of other forms. Waits of more than a year are a year.
#include <algorithm>
#include <charconv>

#include <curl/curl.h>

#include "pagekin/core/text.h"
#include "pagekin/crawl/fetcher.h"

namespace pagekin::crawl {
namespace {

constexpr std::chrono::seconds kLongestWait = std::chrono::hours{365 * 24};
constexpr std::size_t kLongestDate = 64;

}  // namespace

std::string_view Fetched::header(std::string_view name) const {
  const auto found = std::find_if(headers.begin(), headers.end(), [&](const auto& header) {
    return equals_ignoring_case(header.first, name);
  });
  return found == headers.end() ? std::string_view{} : std::string_view(found->second);
}

std::optional<std::chrono::seconds> retry_after(std::string_view value,
                                                std::chrono::system_clock::time_point now) {
  value = trim(value);
  if (value.empty()) return std::nullopt;
  if (value.find_first_not_of("0123456789") == std::string_view::npos) {
    std::uint64_t seconds = 0;
    const auto [end, failure] = std::from_chars(value.data(), value.data() + value.size(), seconds);
    const auto longest = static_cast<std::uint64_t>(kLongestWait.count());
    if (failure != std::errc{}) seconds = longest;  // more digits than a number holds
    return std::chrono::seconds(std::min(seconds, longest));
  }
  // A date has the name of a day or month. Without this check "-5" and "1.5" would be read as
  // dates.
  const bool has_letters = std::any_of(value.begin(), value.end(), [](char c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z');
  });
  if (!has_letters || value.size() > kLongestDate) return std::nullopt;
  const std::time_t date = curl_getdate(std::string(value).c_str(), nullptr);
  if (date == -1) return std::nullopt;
  const std::time_t then = std::chrono::system_clock::to_time_t(now);
  if (date <= then) return std::chrono::seconds(0);
  return std::min(kLongestWait, std::chrono::seconds(date - then));
}

}  // namespace pagekin::crawl
