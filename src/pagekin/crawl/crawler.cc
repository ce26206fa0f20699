#include "pagekin/crawl/crawler.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <thread>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "pagekin/core/error.h"
#include "pagekin/core/stop.h"
#include "pagekin/core/text.h"
#include "pagekin/core/time.h"
#include "pagekin/crawl/answer.h"
#include "pagekin/crawl/hosts.h"
#include "pagekin/crawl/recorder.h"
#include "pagekin/crawl/response_archive.h"
#include "pagekin/crawl/robots.h"
#include "pagekin/crawl/store_origin.h"
#include "pagekin/crawl/template_budget.h"

namespace pagekin::crawl {
namespace {

using std::chrono::milliseconds, std::chrono::seconds;
using store::State;

constexpr milliseconds kPatience{200};        // longest time until an interrupt is noticed
constexpr int kFailuresInARow = 10;           // then the host is given up
constexpr std::size_t kRefusedAtOnce = 1000;  // in one transaction

class Crawler {
 public:
  Crawler(const CrawlOptions& options, store::CrawlWriter& store, CrawlReport& report,
          Progress* progress, const Note& note)
      : options_(options),
        store_(store),
        report_(report),
        progress_(progress),
        note_(note),
        recorder_(options, store),
        fetcher_(options.fetch),
        budget_(options.max_per_template) {}

  void run();
  void count_waiting() { report_.waiting = hosts_.waiting(); }

 private:
  std::unordered_map<std::int64_t, std::string> xpaths_of_pages();
  void load();
  void add_seeds();
  void open_warc();

  bool at_limit();
  bool may_start_more() const;
  void start_ready();
  bool start(std::size_t number);
  void ask(std::size_t number, const std::string& url, std::size_t least_body = 0);

  void handle(std::vector<Fetched> all);
  void handle_robots(std::size_t number, Fetched& fetched);
  bool ask_again(std::size_t number, const Answer& answer);
  void take(Arrival& arrival);
  void rest(std::size_t number);
  void leave(Host& host, const std::string& why);

  void write(std::vector<Arrival>& arrivals);
  void note_dropped();
  void count(const Arrival& arrival);
  void enqueue(const FoundPage& found);
  bool tries_again(const store::PageRow& row);
  void count_failure(const Arrival& arrival);
  void note_line(const std::string& line) const {
    if (note_) note_(line);
  }

  const CrawlOptions& options_;
  store::CrawlWriter& store_;
  CrawlReport& report_;
  Progress* progress_;
  const Note& note_;

  Recorder recorder_;
  Fetcher fetcher_;
  TemplateBudget budget_;
  Hosts hosts_;
  std::unique_ptr<ResponseArchive> warc_;
  std::string warc_name_;  // in the store

  std::vector<std::pair<std::int64_t, std::string>> refused_;  // page and reason; not yet written
  std::unordered_map<std::int64_t, int> tries_;  // of pages that had failed: runs that asked again
  std::uint64_t pages_ = 0;
  std::uint64_t bytes_ = 0;
  Clock::time_point start_ = Clock::now();
};

// ---- Start.

void Crawler::run() {
  claim_store(store_, "crawl");
  open_warc();
  load();
  add_seeds();
  for (;;) {
    check_stop();
    const bool is_over = at_limit();
    if (!is_over) start_ready();
    const auto next = hosts_.next_time();
    if (fetcher_.under_way() == 0) {
      if (is_over || !next) break;
      std::this_thread::sleep_for(
          std::clamp(*next - Clock::now(), Clock::duration::zero(), Clock::duration(kPatience)));
      continue;
    }
    milliseconds patience = kPatience;
    if (next && !is_over && may_start_more()) {
      patience = std::clamp(std::chrono::ceil<milliseconds>(*next - Clock::now()), milliseconds(0),
                            kPatience);
    }
    handle(fetcher_.wait(patience));
  }
}

// The XPaths through which pages were reached; empty without a template budget.
std::unordered_map<std::int64_t, std::string> Crawler::xpaths_of_pages() {
  std::unordered_map<std::int64_t, std::string> xpaths;
  if (!budget_.is_on()) return xpaths;
  store_.reader().read_rows([&](const store::PageRow& row) { xpaths[row.found.xpath]; });
  for (auto& [id, xpath] : xpaths) {
    if (id != 0) xpath = store_.reader().xpath(id);
  }
  return xpaths;
}

void Crawler::load() {
  const std::unordered_map<std::int64_t, std::string> xpaths = xpaths_of_pages();
  std::unordered_map<std::int64_t, std::uint64_t>
      ways;  // of redirects; their targets have the same way
  store_.reader().read_rows([&](const store::PageRow& row) {
    const std::optional<CleanAddress> address = clean_address(row.url, nullptr, options_.clean);
    if (!address) return;  // imported under a path
    recorder_.add_known(row, *address);
    std::uint64_t way = 0;
    if (budget_.is_on()) {
      const auto from = row.found.by_redirect ? ways.find(row.found.parent) : ways.end();
      way = from != ways.end() ? from->second : way_key(xpaths.at(row.found.xpath), row.url);
      if (row.state == State::kRedirect) ways.emplace(row.id, way);
    }
    Host& host = hosts_[hosts_.number_of(origin_of(address->url))];
    if (row.state == State::kPage) {
      ++pages_;
      ++host.pages;
      bytes_ += static_cast<std::uint64_t>(row.bytes);
      budget_.add(way, {reinterpret_cast<const std::uint8_t*>(row.fingerprint.data()),
                        row.fingerprint.size()});
    }
    if (row.state == State::kWaiting || tries_again(row)) {
      host.queue.push({.page = row.id,
                       .url = row.found.url,
                       .xpath = row.found.xpath,
                       .way = way,
                       .depth = row.found.depth,
                       .run = row.found.run});
    }
  });
  for (std::size_t i = 0; i < hosts_.size(); ++i) hosts_.schedule(i);
  if (progress_ == nullptr) return;
  progress_->total = hosts_.waiting();
  progress_->goal = options_.max_pages;
  progress_->reached = pages_;
}

// How often later runs have asked for a page that failed stands in the table meta.
std::string tries_name(std::int64_t page) { return "tries " + std::to_string(page); }

// Whether a page failed for a reason that may have passed since.
bool may_have_passed(State state, int status) {
  const bool is_redirect = status >= 300 && status < 400;  // a loop, or one that leads nowhere
  return (state == State::kFailed && !is_redirect) ||
         (state == State::kStatus && is_passing_status(status));
}

// Whether this run asks for a page that failed in an earlier run.
bool Crawler::tries_again(const store::PageRow& row) {
  if (!may_have_passed(row.state, row.status)) return false;
  const int tries = std::stoi(store_.reader().meta(tries_name(row.id)).value_or("0"));
  if (tries >= options_.retry_failed) return false;
  tries_[row.id] = tries + 1;
  ++report_.tried_again;
  return true;
}

// Inside a transaction.
void Crawler::count_failure(const Arrival& arrival) {
  const auto tried = tries_.find(arrival.waiting.page);
  if (tried == tries_.end()) return;
  store_.set_meta(tries_name(tried->first), std::to_string(tried->second));
}

std::vector<CleanAddress> seeds_of(const CrawlOptions& options) {
  std::vector<CleanAddress> seeds;
  seeds.reserve(options.seeds.size());
  for (const std::string& text : options.seeds) {
    std::optional<CleanAddress> seed = clean_address(text, nullptr, options.clean);
    if (!seed) {
      const bool lacks_scheme = text.find(':') == std::string::npos && text.find('.') != text.npos;
      throw OptionError("'" + text + "' is not an http or https address" +
                            (lacks_scheme ? "; is https://" + text + " meant?" : ""),
                        "seeds");
    }
    seeds.push_back(*std::move(seed));
  }
  return seeds;
}

void Crawler::add_seeds() {
  const std::vector<CleanAddress> seeds = seeds_of(options_);
  store_.transact([&] {
    recorder_.begin();
    recorder_.add_seeds(seeds);
  });
  recorder_.commit();
  for (const FoundPage& page : recorder_.found()) enqueue(page);
}

void Crawler::open_warc() {
  if (options_.warc.empty()) return;
  const std::filesystem::path path = std::filesystem::absolute(options_.warc).lexically_normal();
  warc_name_ = "warc " + path.string();
  const std::optional<std::string> size = store_.reader().meta(warc_name_);
  if (!size) {
    std::error_code none;
    if (std::filesystem::file_size(path, none) > 0 && !none) {
      throw OptionError(options_.warc + ": existed before this crawl; name another file", "warc",
                        options_.warc);
    }
    store_.transact([&] { store_.set_meta(warc_name_, "0"); });
  }
  warc_ = std::make_unique<ResponseArchive>(path.string(), std::stoull(size.value_or("0")));
}

void Crawler::enqueue(const FoundPage& found) {
  const std::optional<url::Url> url = url::parse(found.url);
  const std::size_t number = hosts_.number_of(origin_of(*url));
  hosts_[number].queue.push(found.waiting);
  hosts_.schedule(number);
  if (progress_ != nullptr) ++progress_->total;
}

// ---- Requests.

bool Crawler::at_limit() {
  const auto reached = [&](const char* limit) {
    report_.stopped_by = limit;
    return true;
  };
  if (options_.max_pages > 0 && pages_ >= options_.max_pages) return reached("max_pages");
  if (options_.max_bytes > 0 && bytes_ >= options_.max_bytes) return reached("max_bytes");
  if (options_.max_time.count() > 0 && Clock::now() - start_ >= options_.max_time) {
    return reached("max_time");
  }
  return false;
}

bool Crawler::may_start_more() const {
  return fetcher_.under_way() < options_.connections &&
         (options_.max_pages == 0 || pages_ + fetcher_.under_way() < options_.max_pages);
}

void Crawler::start_ready() {
  while (may_start_more() && refused_.size() < kRefusedAtOnce) {
    const std::optional<std::size_t> number = hosts_.next(Clock::now());
    if (!number) break;
    if (!start(*number)) hosts_.schedule(*number);
  }
  if (refused_.empty()) return;
  store_.transact([&] {
    for (const auto& [page, why] : refused_) {
      store_.set_outcome(
          {.page = page, .state = State::kRefused, .reason = why, .time = now_in_seconds()});
    }
  });
  report_.by_state[static_cast<std::size_t>(State::kRefused)] += refused_.size();
  if (progress_ != nullptr) progress_->done += refused_.size();
  refused_.clear();
}

// Returns false if no request was needed.
bool Crawler::start(std::size_t number) {
  Host& host = hosts_[number];
  if (options_.max_pages_per_host > 0 && host.pages >= options_.max_pages_per_host) {
    leave(host, fmt::format("has {} pages ({})", with_commas(host.pages),
                            option_named("max_pages_per_host")));
    return false;
  }
  if (!host.robots || Clock::now() >= host.robots_end) {
    host.robots.reset();
    if (host.robots_url.empty()) {
      host.robots_url = host.origin + "/robots.txt";
      host.robots_redirects = 0;
    }
    ask(number, host.robots_url, kMaxRobotsBytes);
    return true;
  }
  if (!host.current) {
    host.current = host.queue.pop(budget_);
    if (!host.current) return false;
    host.attempts = 0;
    host.current_url = store_.reader().url(host.current->url);
  }
  const std::optional<url::Url> url = url::parse(host.current_url);
  if (!url || !host.robots->allows(path_and_query(*url))) {
    refused_.emplace_back(host.current->page, url ? "robots.txt" : "no address");
    host.current.reset();
    return false;
  }
  ask(number, host.current_url);
  return true;
}

void Crawler::ask(std::size_t number, const std::string& url, std::size_t least_body) {
  hosts_.begin(number);
  ++report_.requests;
  fetcher_.start(number, url, least_body);
}

// ---- Answers.

void Crawler::handle(std::vector<Fetched> all) {
  std::vector<Arrival> arrivals;
  for (Fetched& fetched : all) {
    const std::size_t number = fetched.ticket;
    Host& host = hosts_[number];
    rest(number);
    if (!host.robots) {
      handle_robots(number, fetched);
    } else {
      Arrival arrival{.host = number, .waiting = *host.current, .time = now_in_seconds()};
      arrival.answer = judge_answer(fetched, std::chrono::system_clock::now());
      arrival.fetched = std::move(fetched);
      if (!ask_again(number, arrival.answer)) {
        take(arrival);
        arrivals.push_back(std::move(arrival));
      }
    }
  }
  if (!arrivals.empty()) write(arrivals);
  for (const Fetched& fetched : all) hosts_.end(fetched.ticket);
}

void Crawler::handle_robots(std::size_t number, Fetched& fetched) {
  Host& host = hosts_[number];
  const std::optional<url::Url> asked = url::parse(std::exchange(host.robots_url, {}));
  // The missing part of a robots.txt could forbid anything.
  const bool is_found = fetched.status < 300;
  if (is_found && fetched.cut_short && fetched.fault == FetchFault::kNone) {
    fetched.fault = FetchFault::kConnection;
  }
  const bool is_whole = fetched.fault == FetchFault::kNone;
  RobotsAnswer meaning =
      robots_for_status(is_found && !is_whole ? 0 : fetched.status, host.robots_redirects);
  if (meaning == RobotsAnswer::kFollow) {
    const std::optional<url::Url> target = url::parse(fetched.header("location"), &*asked);
    if (target && target->is_http()) {
      ++host.robots_redirects;
      host.robots_url = target->without_fragment();
      return;
    }
    meaning = RobotsAnswer::kAllowAll;
  }
  const Answer answer = judge_answer(fetched, std::chrono::system_clock::now());
  const bool is_busy = fetched.status == 429;  // says nothing about robots.txt
  if ((is_busy || meaning == RobotsAnswer::kDisallowAll) && ask_again(number, answer)) return;
  if (meaning == RobotsAnswer::kDisallowAll) {
    leave(host, "robots.txt cannot be read: " + answer.reason);
    return;
  }
  host.robots = meaning == RobotsAnswer::kParse
                    ? Robots::parse(fetched.body, options_.product_token)
                    : Robots::allow_all();
  host.robots_end = Clock::now() + kRobotsLifetime;
  host.attempts = 0;
  rest(number);
}

// Delays the next request to the host, at least as long as its robots.txt asks for.
void Crawler::rest(std::size_t number) {
  Host& host = hosts_[number];
  milliseconds pause = options_.delay;
  if (host.robots && host.robots->delay()) pause = std::max(pause, *host.robots->delay());
  hosts_.hold(number, Clock::now() + pause);
}

// Returns true if the request is repeated later or the host is given up in this run; then the
// page has no outcome yet.
bool Crawler::ask_again(std::size_t number, const Answer& answer) {
  Host& host = hosts_[number];
  if (!answer.may_change) return false;
  if (answer.wait && *answer.wait > options_.max_wait) {
    leave(host, fmt::format("asks to wait {} s ({})", answer.wait->count(), answer.reason));
    return true;
  }
  if (answer.wait) hosts_.hold(number, Clock::now() + *answer.wait);
  if (host.attempts >= options_.retries) return false;
  milliseconds pause = options_.retry_delay;
  for (int i = 0; i < host.attempts && pause < options_.max_wait; ++i) pause *= 4;
  hosts_.hold(number, Clock::now() + pause);
  ++host.attempts;
  return true;
}

void Crawler::leave(Host& host, const std::string& why) {
  host.is_left = true;
  report_.hosts_left[host.origin] = why;
  note_line(fmt::format("{}: left for this run: {}", host.origin, printable(why)));
}

// Does the work on an answer that needs no store.
void Crawler::take(Arrival& arrival) {
  Host& host = hosts_[arrival.host];
  host.current.reset();
  arrival.url = *url::parse(host.current_url);
  // Status 500 may be an error of one page; all other passing errors concern the host.
  const bool is_down = arrival.answer.may_change && arrival.fetched.status != 500;
  host.failures = is_down ? host.failures + 1 : 0;
  if (host.failures >= kFailuresInARow) {
    leave(host, fmt::format("{} pages in a row could not be fetched, the last one: {}",
                            host.failures, arrival.answer.reason));
  }
  if (arrival.answer.state == State::kPage) {
    arrival.content = read_content(
        {.id = arrival.url.href(), .body = arrival.fetched.body, .charset = arrival.answer.charset},
        options_.clean, options_.links);
  }
}

// ---- Writing.

void Crawler::write(std::vector<Arrival>& arrivals) {
  std::string warc_size;
  if (warc_) {
    for (const Arrival& arrival : arrivals) {
      if (arrival.fetched.fault == FetchFault::kNone) {
        warc_->add(arrival.url.href(), arrival.fetched, arrival.time);
      }
    }
    warc_size = std::to_string(warc_->flush());
  }
  store_.transact([&] {
    recorder_.begin();
    for (Arrival& arrival : arrivals) {
      recorder_.write(arrival);
      count_failure(arrival);
    }
    if (warc_) store_.set_meta(warc_name_, warc_size);
  });
  recorder_.commit();
  for (const FoundPage& page : recorder_.found()) enqueue(page);
  note_dropped();
  for (const Arrival& arrival : arrivals) count(arrival);
}

void Crawler::note_dropped() {
  for (const auto& [why, dropped] : recorder_.dropped()) {
    NotFollowed& all = report_.not_followed[why];
    if (all.count == 0) {
      all.example = dropped.example;
      note_line(fmt::format("not followed ({}): {}", why, printable(dropped.example)));
    }
    all.count += dropped.count;
  }
}

void Crawler::count(const Arrival& arrival) {
  const State state = arrival.answer.state;
  ++report_.by_state[static_cast<std::size_t>(state)];
  if (may_have_passed(state, arrival.fetched.status)) {
    const auto tried = tries_.find(arrival.waiting.page);
    const int tries = tried == tries_.end() ? 0 : tried->second;
    report_.may_be_tried_again += tries < options_.retry_failed ? 1 : 0;
  }
  if (progress_ != nullptr) {
    ++progress_->done;
    progress_->reached += state == State::kPage ? 1 : 0;
    progress_->items += state == State::kPage ? 1 : 0;
    progress_->failed += state == State::kFailed ? 1 : 0;
  }
  if (state != State::kPage) return;
  ++pages_;
  ++hosts_[arrival.host].pages;
  bytes_ += arrival.fetched.body.size();
  report_.bytes += arrival.fetched.body.size();
  budget_.add(arrival.waiting.way, arrival.content.fingerprint);
}

}  // namespace

void check(const CrawlOptions& options) {
  seeds_of(options);
  const Scope scope(options.scope);
  const Fetcher fetcher(options.fetch);
  if (!options.warc.empty()) warc::check_archive_name(options.warc);
}

void crawl(const CrawlOptions& options, store::CrawlWriter& store, CrawlReport& report,
           Progress* progress, const Note& note) {
  Crawler crawler(options, store, report, progress, note);
  try {
    crawler.run();
  } catch (...) {
    crawler.count_waiting();
    throw;
  }
  crawler.count_waiting();
}

}  // namespace pagekin::crawl
