// The hosts of a crawl: waiting pages, robots.txt, and the time of the next request.
//
// A name under http and under https is two hosts, each with its own robots.txt. They are most
// likely one machine, so they share one delay and take turns.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "pagekin/core/hash.h"
#include "pagekin/crawl/host_queue.h"
#include "pagekin/crawl/robots.h"

namespace pagekin::crawl {

using Clock = std::chrono::steady_clock;

struct Host {
  std::string origin;               // "http://host:port"
  std::optional<std::size_t> twin;  // the same name with the other scheme
  HostQueue queue;
  std::uint64_t pages = 0;  // fetched, with a body

  std::optional<Robots> robots;
  Clock::time_point robots_end;  // when it must be fetched again
  std::string robots_url;        // the target of its redirect; empty: start at /robots.txt
  int robots_redirects = 0;

  // The page that is being fetched, or that is retried next.
  std::optional<WaitingPage> current;
  std::string current_url;
  int attempts = 0;  // failed attempts for the current page or robots.txt

  Clock::time_point ready;  // no request before this time
  bool is_busy = false;     // a request is under way
  bool is_left = false;     // given up in this run
  int failures = 0;         // failed pages in a row

  bool has_work() const { return current.has_value() || !queue.empty(); }
};

class Hosts {
 public:
  std::size_t number_of(std::string_view origin);
  Host& operator[](std::size_t number) { return hosts_[number]; }
  std::size_t size() const { return hosts_.size(); }

  // Call when a host has new work.
  void schedule(std::size_t number);

  // Call when a request to the host starts, and when its answer is here. After end() it and its
  // twin can be scheduled again.
  void begin(std::size_t number) { hosts_[number].is_busy = true; }
  void end(std::size_t number);

  // No request goes to the host or its twin before this time.
  void hold(std::size_t number, Clock::time_point until);

  // Takes a host to which a request may be sent now off the schedule.
  std::optional<std::size_t> next(Clock::time_point now);

  // The time of the next scheduled host; nothing if none is scheduled.
  std::optional<Clock::time_point> next_time() const;

  std::uint64_t waiting() const;

 private:
  // Hosts that are ready at the same time come in the order in which they were scheduled.
  struct Turn {
    Clock::time_point time;
    std::uint64_t order = 0;
    std::size_t host = 0;
    bool operator>(const Turn& other) const {
      return std::pair(time, order) > std::pair(other.time, other.order);
    }
  };

  bool has_turn(std::size_t number) const;  // neither it nor its twin has a request under way

  std::vector<Host> hosts_;
  std::vector<char> is_scheduled_;
  std::unordered_map<std::string, std::size_t, KeyedHash, std::equal_to<>> numbers_;
  std::priority_queue<Turn, std::vector<Turn>, std::greater<>> agenda_;
  std::uint64_t turns_ = 0;  // number of turns ever scheduled
};

}  // namespace pagekin::crawl
