// The hosts of a crawl: what waits for each, what its robots.txt says, when it may be asked.
//
// A name under http and under https is two hosts, each with a robots.txt of its own, but most
// likely one machine: they take turns as if they were one.
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
  std::optional<std::size_t> twin;  // the same with the other scheme
  HostQueue queue;
  std::uint64_t pages = 0;  // fetched, with a body

  std::optional<Robots> robots;
  Clock::time_point robots_end;  // when to ask again
  std::string robots_url;        // where it led to; empty: to be asked for from the start
  int robots_redirects = 0;

  // Asked for at this time; or to be asked for again first.
  std::optional<WaitingPage> current;
  std::string current_url;
  int attempts = 0;  // that failed, for the current page or robots.txt

  Clock::time_point ready;  // not to be asked before
  bool is_busy = false;     // has been asked and has not answered
  bool is_left = false;     // not to be asked any more in this run
  int failures = 0;         // of pages, in a row

  bool has_work() const { return current.has_value() || !queue.empty(); }
};

class Hosts {
 public:
  std::size_t number_of(std::string_view origin);
  Host& operator[](std::size_t number) { return hosts_[number]; }
  std::size_t size() const { return hosts_.size(); }

  // To be called when a host got work.
  void schedule(std::size_t number);

  // It is asked; it has answered. Then it may be scheduled again, as may its twin.
  void begin(std::size_t number) { hosts_[number].is_busy = true; }
  void end(std::size_t number);

  // Neither it nor its twin is asked before.
  void hold(std::size_t number, Clock::time_point until);

  // A host that may be asked now, and is then not scheduled any more.
  std::optional<std::size_t> next(Clock::time_point now);

  // When there will be one; nothing where none is scheduled.
  std::optional<Clock::time_point> next_time() const;

  std::uint64_t waiting() const;

 private:
  // Of those at one time the first to be scheduled comes first.
  struct Turn {
    Clock::time_point time;
    std::uint64_t order = 0;
    std::size_t host = 0;
    bool operator>(const Turn& other) const {
      return std::pair(time, order) > std::pair(other.time, other.order);
    }
  };

  bool has_turn(std::size_t number) const;  // is not to wait for an answer

  std::vector<Host> hosts_;
  std::vector<char> is_scheduled_;
  std::unordered_map<std::string, std::size_t, KeyedHash, std::equal_to<>> numbers_;
  std::priority_queue<Turn, std::vector<Turn>, std::greater<>> agenda_;
  std::uint64_t turns_ = 0;  // that were ever in it
};

}  // namespace pagekin::crawl
