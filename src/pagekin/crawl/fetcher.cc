// Many requests at a time by libcurl's multi interface. Each turn of the loop lets libcurl work,
// collects finished requests, and gives up those that are too slow.
//
// libcurl resolves names in threads of its own; everything else happens in the caller's thread.
//
// Source: libcurl-multi(3).
// Cost: a turn is linear in the requests under way. Idle connections are kept for the next
// request to the same host, up to a bound; the oldest are closed first.
// Limits: the caller decides how many requests go to one host, and when. A request that had to
// wait here would use up its time limit.
#include "pagekin/crawl/fetcher.h"

#include <algorithm>
#include <charconv>

#include <curl/curl.h>
#include <fmt/format.h>

#include "pagekin/core/error.h"
#include "pagekin/crawl/fetch_fault.h"
#include "pagekin/crawl/fetch_transfer.h"
#include "pagekin/url/url.h"

namespace pagekin::crawl {
namespace {

constexpr long kKeptConnections = 100;
constexpr std::size_t kLongestUrl = 1'000'000;  // libcurl accepts eight times as much

using Clock = Transfer::Clock;

struct MultiDelete {
  void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
};

void require(CURLMcode code) {
  if (code != CURLM_OK) throw Error(fmt::format("libcurl: {}", curl_multi_strerror(code)));
}

// Checks "host:port:address[,address]"; libcurl would report an error only during a request.
void check_resolve(std::string_view entry) {
  const auto colon = entry.find(':');
  const std::string_view rest =
      entry.substr(colon == std::string_view::npos ? entry.size() : colon + 1);
  std::uint16_t port = 0;
  const auto [end, failure] = std::from_chars(rest.data(), rest.data() + rest.size(), port);
  const bool has_address = failure == std::errc{} && rest.data() + rest.size() - end > 1;
  if (colon == 0 || !has_address || *end != ':') {
    throw OptionError(fmt::format("'{}' is not of the form host:port:address", entry), "resolve");
  }
}

}  // namespace

struct Fetcher::State {
  // Members are destroyed in reverse order: requests first, then what they and libcurl use.
  FetchSetup setup;
  std::unique_ptr<CURLM, MultiDelete> multi;
  std::vector<std::unique_ptr<Transfer>> transfers;
  std::vector<Fetched> done;
  input::BodyBuffers buffers;

  ~State() {
    for (const auto& transfer : transfers) curl_multi_remove_handle(multi.get(), transfer->easy());
  }

  // Takes a request out of the loop.
  std::unique_ptr<Transfer> take(CURL* easy) {
    require(curl_multi_remove_handle(multi.get(), easy));
    const auto at = std::find_if(transfers.begin(), transfers.end(),
                                 [&](const auto& transfer) { return transfer->easy() == easy; });
    std::unique_ptr<Transfer> transfer = std::move(*at);
    *at = std::move(transfers.back());
    transfers.pop_back();
    return transfer;
  }

  void take_ended() {
    int left = 0;
    while (const CURLMsg* message = curl_multi_info_read(multi.get(), &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      const CURLcode code = message->data.result;  // the message is freed with its request
      done.push_back(take(message->easy_handle)->finish(code, buffers));
    }
  }

  void give_up_slow(Clock::time_point now) {
    std::vector<CURL*> slow;
    for (const auto& transfer : transfers) {
      if (transfer->is_too_slow(now)) slow.push_back(transfer->easy());
    }
    for (CURL* easy : slow) done.push_back(take(easy)->give_up(buffers));
  }

  // The end of waiting, or earlier if a request must be checked before.
  Clock::time_point next_look(Clock::time_point now, Clock::time_point end) const {
    for (const auto& transfer : transfers) end = std::min(end, transfer->next_look(now));
    return end;
  }
};

Fetcher::Fetcher(FetchOptions options, AddressJudge judge) : state_(std::make_unique<State>()) {
  static const CURLcode ready = curl_global_init(CURL_GLOBAL_DEFAULT);
  if (ready != CURLE_OK) throw Error("libcurl cannot be used on this machine");
  for (const std::string& entry : options.resolve) check_resolve(entry);
  if (std::any_of(options.user_agent.begin(), options.user_agent.end(),
                  [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; })) {
    throw OptionError("a user agent is one line of text", "user_agent");
  }
  state_->setup.headers =
      text_list({"Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
                 "Accept-Encoding: gzip, deflate, br, zstd"});
  state_->setup.resolve = text_list(options.resolve);
  state_->setup.options = std::move(options);
  state_->setup.judge = judge;
  state_->multi.reset(curl_multi_init());
  if (!state_->multi) throw Error("libcurl cannot be used on this machine");
  require(curl_multi_setopt(state_->multi.get(), CURLMOPT_MAXCONNECTS, kKeptConnections));
}

Fetcher::~Fetcher() = default;

void Fetcher::start(std::uint64_t ticket, std::string_view url, std::size_t least_body) {
  const auto refuse = [&](std::string detail) {
    state_->done.push_back(
        {.ticket = ticket, .fault = FetchFault::kRefused, .detail = std::move(detail)});
  };
  const auto parsed = url::parse(url);
  if (!parsed) return refuse("the address is not a URL");
  const Refusal refusal = judge(*parsed, state_->setup.options.allow_private);
  if (refusal != Refusal::kNone) return refuse(describe(refusal, *parsed));

  if (parsed->href().size() > kLongestUrl) {
    return refuse(fmt::format("the address is longer than {} bytes", kLongestUrl));
  }
  state_->transfers.push_back(
      std::make_unique<Transfer>(state_->setup, ticket, *parsed, least_body));
  require(curl_multi_add_handle(state_->multi.get(), state_->transfers.back()->easy()));
}

std::size_t Fetcher::under_way() const { return state_->transfers.size() + state_->done.size(); }

std::vector<Fetched> Fetcher::wait(std::chrono::milliseconds at_most) {
  using std::chrono::milliseconds;
  CURLM* multi = state_->multi.get();
  const Clock::time_point end =
      Clock::now() + std::min<milliseconds>(at_most, std::chrono::hours{24});
  for (;;) {
    int running = 0;
    require(curl_multi_perform(multi, &running));
    state_->take_ended();
    const Clock::time_point now = Clock::now();
    state_->give_up_slow(now);
    if (!state_->done.empty() || state_->transfers.empty() || now >= end) {
      return std::exchange(state_->done, {});
    }
    const auto pause = std::chrono::ceil<milliseconds>(state_->next_look(now, end) - now);
    require(curl_multi_poll(multi, nullptr, 0,
                            static_cast<int>(std::clamp<milliseconds::rep>(pause.count(), 0, 1000)),
                            nullptr));
  }
}

}  // namespace pagekin::crawl
