#include "pagekin/crawl/crawler.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "pagekin/core/error.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/interrupt.h"
#include "pagekin/core/text.h"
#include "pagekin/core/time.h"
#include "pagekin/crawl/answer.h"
#include "pagekin/crawl/hosts.h"
#include "pagekin/crawl/page_content.h"
#include "pagekin/crawl/robots.h"
#include "pagekin/crawl/store_origin.h"
#include "pagekin/crawl/template_budget.h"
#include "pagekin/crawl/warc_file.h"

namespace pagekin::crawl {
namespace {

using std::chrono::milliseconds, std::chrono::seconds;
using store::Discovery, store::Outcome, store::State;

constexpr milliseconds kPatience{200};        // how late an interrupt may be noticed
constexpr int kFailuresInARow = 10;           // then a host is left
constexpr std::size_t kRefusedAtOnce = 1000;  // in one transaction

// A page that came, and what it is made into before the store is touched.
struct Arrival {
  std::size_t host = 0;
  WaitingPage waiting;
  url::Url url;
  Fetched fetched;
  Answer answer;
  PageContent content;
  std::int64_t time = 0;
};

// A page that was found.
struct Found {
  WaitingPage waiting;
  std::string url;
  std::uint64_t key = 0;
  std::int64_t redirected_from = 0;  // page; 0: by a link
};

class Crawler {
 public:
  Crawler(const CrawlOptions& options, store::CrawlWriter& store, CrawlReport& report,
          Progress* progress, const Note& note)
      : options_(options),
        store_(store),
        report_(report),
        progress_(progress),
        note_(note),
        fetcher_(options.fetch),
        scope_(options.scope),
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
  void write_outcome(Arrival& arrival, std::vector<Found>& found);
  void write_redirect(Arrival& arrival, Outcome& outcome, std::vector<Found>& found);
  void write_links(const Arrival& arrival, std::vector<Found>& found);
  std::optional<Found> add_page(const CleanAddress& target, Discovery discovery,
                                std::uint64_t way = 0);
  void enqueue(const Found& found);

  bool is_known(std::uint64_t key) const { return known_.contains(key) || new_keys_.contains(key); }
  std::string why_not(const CleanAddress& target, std::int32_t depth) const;
  bool is_in_chain(std::int64_t target, std::int64_t page) const;
  int redirects_to(std::int64_t page) const;
  void not_followed(const std::string& why, std::string_view example);
  void tell(const std::string& line) const {
    if (note_) note_(line);
  }

  const CrawlOptions& options_;
  store::CrawlWriter& store_;
  CrawlReport& report_;
  Progress* progress_;
  const Note& note_;

  Fetcher fetcher_;
  Scope scope_;
  TemplateBudget budget_;
  Hosts hosts_;
  std::unique_ptr<WarcFile> warc_;
  std::string warc_name_;  // in the store

  std::unordered_set<std::uint64_t> known_;                         // keys of pages
  std::unordered_set<std::uint64_t> new_keys_;                      // in the transaction under way
  std::unordered_map<std::int64_t, std::int64_t> redirected_from_;  // page: page
  std::vector<std::pair<std::int64_t, std::string>> refused_;       // page: why; not yet written
  std::map<std::string, NotFollowed> dropped_;                      // in the transaction under way
  std::uint64_t pages_ = 0;
  std::uint64_t bytes_ = 0;
  Clock::time_point start_ = Clock::now();
};

std::uint64_t key_of(std::string_view key) { return hash_bytes(key, process_seed()); }

// ---- What there is to do.

void Crawler::run() {
  claim_store(store_, "crawl");
  open_warc();
  load();
  add_seeds();
  for (;;) {
    check_interrupt();
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

// The XPaths through which pages were reached, where ways count.
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
      ways;  // of redirects; their targets have the same
  store_.reader().read_rows([&](const store::PageRow& row) {
    const std::optional<CleanAddress> address = clean_address(row.url, nullptr, options_.clean);
    if (!address) return;  // imported under a path
    known_.insert(key_of(address->key));
    if (row.found.xpath == 0) scope_.add_site(address->url);
    if (row.found.by_redirect) redirected_from_.emplace(row.id, row.found.parent);
    std::uint64_t way = 0;
    if (budget_.is_on()) {
      const auto from = row.found.by_redirect ? ways.find(row.found.parent) : ways.end();
      way = from != ways.end() ? from->second : way_of(xpaths.at(row.found.xpath), row.url);
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
    if (row.state == State::kWaiting) {
      host.queue.push({.page = row.id,
                       .url = row.found.url,
                       .xpath = row.found.xpath,
                       .way = way,
                       .depth = row.found.depth,
                       .run = row.found.run});
    }
  });
  for (std::size_t i = 0; i < hosts_.size(); ++i) hosts_.schedule(i);
  if (progress_ != nullptr) progress_->total = hosts_.waiting();
}

std::vector<CleanAddress> seeds_of(const CrawlOptions& options) {
  std::vector<CleanAddress> seeds;
  seeds.reserve(options.seeds.size());
  for (const std::string& text : options.seeds) {
    std::optional<CleanAddress> seed = clean_address(text, nullptr, options.clean);
    if (!seed) {
      const bool lacks_scheme = text.find(':') == std::string::npos && text.find('.') != text.npos;
      throw Error("'" + text + "' is no http or https address" +
                  (lacks_scheme ? "; is https://" + text + " meant?" : ""));
    }
    seeds.push_back(*std::move(seed));
  }
  return seeds;
}

void Crawler::add_seeds() {
  const std::vector<CleanAddress> seeds = seeds_of(options_);
  for (const CleanAddress& seed : seeds) scope_.add_site(seed.url);
  std::vector<Found> found;
  store_.transact([&] {
    found.clear();
    new_keys_.clear();
    for (const CleanAddress& seed : seeds) {
      if (is_known(key_of(seed.key))) continue;
      const std::uint64_t way = budget_.is_on() ? way_of({}, seed.url.href()) : 0;
      if (std::optional<Found> page = add_page(seed, {}, way)) found.push_back(*std::move(page));
    }
  });
  for (const Found& page : found) enqueue(page);
}

void Crawler::open_warc() {
  if (options_.warc.empty()) return;
  const std::filesystem::path path = std::filesystem::absolute(options_.warc).lexically_normal();
  warc_name_ = "warc " + path.string();
  const std::optional<std::string> size = store_.reader().meta(warc_name_);
  if (!size) {
    std::error_code none;
    if (std::filesystem::file_size(path, none) > 0 && !none) {
      throw Error(options_.warc + ": was there before this crawl; name another file");
    }
    store_.transact([&] { store_.set_meta(warc_name_, "0"); });
  }
  warc_ = std::make_unique<WarcFile>(path.string(), std::stoull(size.value_or("0")));
}

void Crawler::enqueue(const Found& found) {
  known_.insert(found.key);
  if (found.redirected_from != 0) {
    redirected_from_.emplace(found.waiting.page, found.redirected_from);
  }
  const std::optional<url::Url> url = url::parse(found.url);
  const std::size_t number = hosts_.number_of(origin_of(*url));
  hosts_[number].queue.push(found.waiting);
  hosts_.schedule(number);
  if (progress_ != nullptr) ++progress_->total;
}

// ---- Asking.

bool Crawler::at_limit() {
  const auto reached = [&](const char* limit) {
    report_.stopped_by = limit;
    return true;
  };
  if (options_.max_pages > 0 && pages_ >= options_.max_pages) return reached("--max-pages");
  if (options_.max_bytes > 0 && bytes_ >= options_.max_bytes) return reached("--max-bytes");
  if (options_.max_time.count() > 0 && Clock::now() - start_ >= options_.max_time) {
    return reached("--max-time");
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

// False where nothing had to be asked.
bool Crawler::start(std::size_t number) {
  Host& host = hosts_[number];
  if (options_.max_pages_per_host > 0 && host.pages >= options_.max_pages_per_host) {
    leave(host, fmt::format("has {} pages (--max-pages-per-host)", with_commas(host.pages)));
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
  // Nobody knows what the missing part of a robots.txt forbids.
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
  const bool is_busy = fetched.status == 429;  // which says nothing of robots.txt
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

// The next request to the host waits; in any case as long as it has asked for.
void Crawler::rest(std::size_t number) {
  Host& host = hosts_[number];
  milliseconds pause = options_.delay;
  if (host.robots && host.robots->delay()) pause = std::max(pause, *host.robots->delay());
  hosts_.hold(number, Clock::now() + pause);
}

// Whether the same is asked for later, or the host left for this run: then there is no outcome.
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
  tell(fmt::format("{}: left for this run: {}", host.origin, printable(why)));
}

// All that can be done without the store.
void Crawler::take(Arrival& arrival) {
  Host& host = hosts_[arrival.host];
  host.current.reset();
  arrival.url = *url::parse(host.current_url);
  // An internal error may be that of a page; all else that passes is about the host.
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

// ---- Into the store.

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
  std::vector<Found> found;
  store_.transact([&] {
    found.clear();
    dropped_.clear();
    new_keys_.clear();
    for (Arrival& arrival : arrivals) write_outcome(arrival, found);
    if (warc_) store_.set_meta(warc_name_, warc_size);
  });
  for (const Found& page : found) enqueue(page);
  for (const auto& [why, dropped] : dropped_) {
    NotFollowed& all = report_.not_followed[why];
    if (all.count == 0) {
      all.example = dropped.example;
      tell(fmt::format("not followed ({}): {}", why, printable(dropped.example)));
    }
    all.count += dropped.count;
  }
  for (const Arrival& arrival : arrivals) {
    ++report_.by_state[static_cast<std::size_t>(arrival.answer.state)];
    if (progress_ != nullptr) ++progress_->done;
    if (arrival.answer.state != State::kPage) {
      if (progress_ != nullptr && arrival.answer.state == State::kFailed) ++progress_->failed;
      continue;
    }
    ++pages_;
    ++hosts_[arrival.host].pages;
    bytes_ += arrival.fetched.body.size();
    report_.bytes += arrival.fetched.body.size();
    budget_.add(arrival.waiting.way, arrival.content.fingerprint);
    if (progress_ != nullptr) ++progress_->items;
  }
}

void Crawler::write_outcome(Arrival& arrival, std::vector<Found>& found) {
  Answer& answer = arrival.answer;
  const auto& fingerprint = arrival.content.fingerprint;
  Outcome outcome{
      .page = arrival.waiting.page,
      .state = answer.state,
      .status = arrival.fetched.status,
      .media_type = answer.media_type,
      .charset = answer.charset,
      .body = arrival.fetched.body,
      .time = arrival.time,
      .fingerprint = {reinterpret_cast<const char*>(fingerprint.data()), fingerprint.size()},
      .limited = answer.limited};
  if (!answer.location.empty()) write_redirect(arrival, outcome, found);
  outcome.state = answer.state;
  outcome.reason = answer.reason;
  store_.set_outcome(outcome);
  if (answer.state == State::kPage) write_links(arrival, found);
}

void Crawler::write_redirect(Arrival& arrival, Outcome& outcome, std::vector<Found>& found) {
  Answer& answer = arrival.answer;
  const auto fail = [&](std::string why) {
    answer.state = State::kFailed;
    answer.reason = std::move(why);
  };
  const std::optional<CleanAddress> target =
      clean_address(answer.location, &arrival.url, options_.clean);
  if (!target) return fail("a redirect to what is no http or https address");
  if (target->url.href().size() > options_.links.max_url_bytes) {
    return fail("a redirect to an address that is too long");
  }
  const std::int64_t page = arrival.waiting.page;
  outcome.redirect = store_.url_id(target->url.href());
  const std::optional<std::int64_t> known = store_.page_of(target->url.href());
  if (known && is_in_chain(*known, page)) return fail("redirects go round in a circle");
  if (known) return;
  if (redirects_to(page) >= options_.max_redirects) {
    return fail(fmt::format("more than {} redirects one after the other", options_.max_redirects));
  }
  if (arrival.waiting.xpath == 0) {
    scope_.add_site(target->url);
  } else if (!scope_.holds(target->url)) {
    answer.reason = "leads to another site";
    return;
  }
  const std::optional<CleanAddress> own =
      clean_address(arrival.url.href(), nullptr, options_.clean);
  const bool is_respelled = own && own->key == target->key;
  if (is_known(key_of(target->key)) && !is_respelled) return;
  if (const std::string why = why_not(*target, arrival.waiting.depth); !why.empty()) {
    return fail("a redirect to an address that is not followed: " + why);
  }
  std::optional<Found> to = add_page(*target,
                                     {.parent = page,
                                      .xpath = arrival.waiting.xpath,
                                      .depth = arrival.waiting.depth,
                                      .run = arrival.waiting.run,
                                      .by_redirect = true},
                                     arrival.waiting.way);
  if (!to) return;
  to->redirected_from = page;
  found.push_back(*std::move(to));
}

void Crawler::write_links(const Arrival& arrival, std::vector<Found>& found) {
  const std::int64_t page = arrival.waiting.page;
  const std::int32_t depth = arrival.waiting.depth + 1;
  std::vector<store::StoredLink> links;
  links.reserve(arrival.content.links.size());
  struct Candidate {
    const PageLink* link;
    std::int64_t xpath;
  };
  std::vector<Candidate> candidates;
  std::unordered_set<std::uint64_t> keys;
  const std::string shape = address_shape(arrival.url.href());
  bool is_barren = true;  // leads to no new page but its like
  for (const PageLink& link : arrival.content.links) {
    const std::int64_t xpath = store_.xpath_id(link.xpath);
    const std::string& url = link.target.url.href();
    links.push_back({.target = store_.url_id(url), .xpath = xpath, .nofollow = link.nofollow});
    if (!scope_.holds(link.target.url) || is_known(key_of(link.target.key)) ||
        store_.page_of(url)) {
      continue;
    }
    if (!keys.insert(key_of(link.target.key)).second) continue;
    if (const std::string why = why_not(link.target, depth); !why.empty()) {
      not_followed(why, url);
      continue;
    }
    is_barren = is_barren && address_shape(url) == shape;
    candidates.push_back({.link = &link, .xpath = xpath});
  }
  store_.add_links(page, links);
  const dom::DroppedLinks& dropped = arrival.content.dropped;
  if (dropped.too_many > 0) not_followed("too many links on a page", arrival.url.href());
  if (dropped.too_long > 0) not_followed("address too long", arrival.url.href());

  const std::int32_t run = is_barren ? arrival.waiting.run + 1 : 0;
  for (const Candidate& candidate : candidates) {
    const CleanAddress& target = candidate.link->target;
    if (run > options_.max_run) {
      not_followed(fmt::format("trap: {} pages in a row led to nothing but their like",
                               with_commas(static_cast<std::uint64_t>(options_.max_run))),
                   target.url.href());
      continue;
    }
    const std::uint64_t way =
        budget_.is_on() ? way_of(candidate.link->xpath, target.url.href()) : 0;
    std::optional<Found> to = add_page(
        target, {.parent = page, .xpath = candidate.xpath, .depth = depth, .run = run}, way);
    if (to) found.push_back(*std::move(to));
  }
}

// Nothing where the store has it already.
std::optional<Found> Crawler::add_page(const CleanAddress& target, Discovery discovery,
                                       std::uint64_t way) {
  const std::string& url = target.url.href();
  discovery.url = store_.url_id(url);
  discovery.host = target.url.host();
  const std::optional<std::int64_t> page = store_.add_page(discovery);
  if (!page) return std::nullopt;
  Found found{.url = url, .key = key_of(target.key)};
  new_keys_.insert(found.key);
  found.waiting = {.page = *page,
                   .url = discovery.url,
                   .xpath = discovery.xpath,
                   .way = way,
                   .depth = discovery.depth,
                   .run = discovery.run};
  return found;
}

std::string Crawler::why_not(const CleanAddress& target, std::int32_t depth) const {
  if (options_.max_depth > 0 && depth > options_.max_depth) return "deeper than --max-depth";
  if (const Trap trap = trap_in(target.url, options_.traps); trap != Trap::kNone) {
    return "trap: " + std::string(name_of(trap));
  }
  return {};
}

bool Crawler::is_in_chain(std::int64_t target, std::int64_t page) const {
  for (;;) {
    if (page == target) return true;
    const auto from = redirected_from_.find(page);
    if (from == redirected_from_.end()) return false;
    page = from->second;
  }
}

int Crawler::redirects_to(std::int64_t page) const {
  int count = 0;
  for (auto from = redirected_from_.find(page); from != redirected_from_.end();
       from = redirected_from_.find(from->second)) {
    ++count;
  }
  return count;
}

void Crawler::not_followed(const std::string& why, std::string_view example) {
  NotFollowed& dropped = dropped_[why];
  if (dropped.count++ == 0) dropped.example = example;
}

}  // namespace

void check(const CrawlOptions& options) {
  seeds_of(options);
  const Scope scope(options.scope);
  const Fetcher fetcher(options.fetch);
  if (!options.warc.empty()) check_warc_name(options.warc);
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
