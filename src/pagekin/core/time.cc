#include "pagekin/core/time.h"

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

}  // namespace pagekin
