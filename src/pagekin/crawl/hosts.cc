#include "pagekin/crawl/hosts.h"

namespace pagekin::crawl {

std::size_t Hosts::number_of(std::string_view origin) {
  if (const auto known = numbers_.find(origin); known != numbers_.end()) return known->second;
  const std::size_t number = hosts_.size();
  hosts_.emplace_back().origin = origin;
  is_scheduled_.push_back(0);
  numbers_.emplace(origin, number);
  return number;
}

void Hosts::schedule(std::size_t number) {
  const Host& host = hosts_[number];
  if (is_scheduled_[number] != 0 || host.is_busy || host.is_left || !host.has_work()) return;
  is_scheduled_[number] = 1;
  agenda_.emplace(host.ready, number);
}

std::optional<std::size_t> Hosts::next(Clock::time_point now) {
  if (agenda_.empty() || agenda_.top().first > now) return std::nullopt;
  const std::size_t number = agenda_.top().second;
  agenda_.pop();
  is_scheduled_[number] = 0;
  return number;
}

std::optional<Clock::time_point> Hosts::next_time() const {
  if (agenda_.empty()) return std::nullopt;
  return agenda_.top().first;
}

std::uint64_t Hosts::waiting() const {
  std::uint64_t sum = 0;
  for (const Host& host : hosts_) sum += host.queue.size() + (host.current ? 1 : 0);
  return sum;
}

}  // namespace pagekin::crawl
