#include "pagekin/crawl/hosts.h"

#include <algorithm>

namespace pagekin::crawl {

namespace {

std::string with_other_scheme(std::string_view origin) {
  const std::size_t end = origin.find(':');
  const std::string_view other = origin.substr(0, end) == "http" ? "https" : "http";
  return std::string(other) + std::string(origin.substr(end));
}

}  // namespace

std::size_t Hosts::number_of(std::string_view origin) {
  if (const auto known = numbers_.find(origin); known != numbers_.end()) return known->second;
  const std::size_t number = hosts_.size();
  Host& host = hosts_.emplace_back();
  host.origin = origin;
  is_scheduled_.push_back(0);
  numbers_.emplace(origin, number);
  if (const auto twin = numbers_.find(with_other_scheme(origin)); twin != numbers_.end()) {
    host.twin = twin->second;
    host.ready = hosts_[twin->second].ready;
    hosts_[twin->second].twin = number;
  }
  return number;
}

bool Hosts::has_turn(std::size_t number) const {
  const Host& host = hosts_[number];
  return !host.is_busy && !(host.twin && hosts_[*host.twin].is_busy);
}

void Hosts::schedule(std::size_t number) {
  const Host& host = hosts_[number];
  if (is_scheduled_[number] != 0 || host.is_left || !host.has_work() || !has_turn(number)) return;
  is_scheduled_[number] = 1;
  agenda_.push({.time = host.ready, .order = ++turns_, .host = number});
}

void Hosts::end(std::size_t number) {
  hosts_[number].is_busy = false;
  if (hosts_[number].twin) schedule(*hosts_[number].twin);
  schedule(number);
}

void Hosts::hold(std::size_t number, Clock::time_point until) {
  Host& host = hosts_[number];
  host.ready = std::max(host.ready, until);
  if (host.twin) hosts_[*host.twin].ready = host.ready;
}

std::optional<std::size_t> Hosts::next(Clock::time_point now) {
  while (!agenda_.empty() && agenda_.top().time <= now) {
    const std::size_t number = agenda_.top().host;
    agenda_.pop();
    is_scheduled_[number] = 0;
    if (hosts_[number].ready <= now && has_turn(number)) return number;
    schedule(number);  // its twin has the turn
  }
  return std::nullopt;
}

std::optional<Clock::time_point> Hosts::next_time() const {
  if (agenda_.empty()) return std::nullopt;
  return agenda_.top().time;
}

std::uint64_t Hosts::waiting() const {
  std::uint64_t sum = 0;
  for (const Host& host : hosts_) sum += host.queue.size() + (host.current ? 1 : 0);
  return sum;
}

}  // namespace pagekin::crawl
