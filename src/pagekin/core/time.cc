#include "pagekin/core/time.h"

#include <algorithm>
#include <charconv>
#include <chrono>

#include <fmt/format.h>

namespace pagekin {

std::int64_t now_in_seconds() {
  using std::chrono::duration_cast, std::chrono::seconds, std::chrono::system_clock;
  return duration_cast<seconds>(system_clock::now().time_since_epoch()).count();
}

std::string utc_time(std::int64_t seconds) {
  using std::chrono::days, std::chrono::sys_days, std::chrono::year_month_day;
  const std::int64_t day_number = (seconds - (seconds < 0 ? 86'399 : 0)) / 86'400;
  const std::int64_t second = seconds - day_number * 86'400;
  const year_month_day day{sys_days{days{day_number}}};
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(day.year()),
                     static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()),
                     second / 3600, second / 60 % 60, second % 60);
}

std::optional<std::int64_t> parse_utc_time(std::string_view text) {
  // Takes so many digits and what follows them.
  const auto take = [&](std::size_t digits, int& number) {
    if (text.size() < digits) return false;
    const char* const end = text.data() + digits;
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || stop != end || number < 0) return false;
    text.remove_prefix(digits);
    return true;
  };
  const auto take_mark = [&](char mark) {
    if (!text.starts_with(mark)) return false;
    text.remove_prefix(1);
    return true;
  };
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
  if (!take(4, year) || !take_mark('-') || !take(2, month) || !take_mark('-') || !take(2, day)) {
    return std::nullopt;
  }
  if (take_mark('T')) {
    if (!take(2, hour) || (take_mark(':') && !take(2, minute)) ||
        (take_mark(':') && !take(2, second))) {
      return std::nullopt;
    }
    if (take_mark('.'))
      text.remove_prefix(std::min(text.find_first_not_of("0123456789"), text.size()));
    if (!take_mark('Z')) return std::nullopt;
  }
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!text.empty() || !date.ok() || hour > 23 || minute > 59 || second > 60) return std::nullopt;
  const std::int64_t days = std::chrono::sys_days(date).time_since_epoch().count();
  return days * 86'400 + hour * 3600 + minute * 60 + second;
}

}  // namespace pagekin
